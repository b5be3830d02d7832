// Where the site comes from a server: a copy of what was seen for when that is gone, and a place on a phone's first
// screen. Neither can be had from a folder.

let keepPages = () => {};
if (location.protocol !== "file:") {
  const link = document.createElement("link");
  link.rel = "manifest";
  link.href = new URL("manifest.webmanifest", root).href;
  document.head.append(link);
  const tell = (urls) => navigator.serviceWorker.ready.then((ready) => ready.active.postMessage(urls));
  const seen = () => [location.href.split("#")[0], ...performance.getEntriesByType("resource")
    .map((each) => each.name).filter((name) => name.includes("/static/"))];
  // Once a round, when not everybody asks at once: the pages of the navigation, one's own, and where everybody sits.
  const pages = () => [...all(".bar a").map((each) => each.href), ...(me() ? [pageOf(me())] : []),
    ...["seats.js", "ranks.js"].map((name) => new URL(name, root).href)];
  const KEPT = `runner kept ${root.pathname}`;
  if (navigator.serviceWorker) {
    let next = null;
    keepPages = (round) => {
      if (store.get("localStorage", KEPT) === round || next === round) return;
      next = round;
      setTimeout(() => { tell(pages()); store.set("localStorage", KEPT, next); }, 20000 + 60000 * Math.random());
    };
    navigator.serviceWorker.register(new URL("sw.js", root), { scope: root.pathname }).then(() => tell(seen())).catch(() => {});
  }
}
const again = one("[data-again]");
const wanted = again && new URL(new URLSearchParams(location.search).get("page") || "index.html", root).href;
if (again && wanted.startsWith(root.href)) again.href = wanted;
