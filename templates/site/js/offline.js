// Where the site comes from a server: a copy of what was seen for when that is gone, and a place on a phone's first
// screen. Neither can be had from a folder.

if (location.protocol !== "file:") {
  const link = document.createElement("link");
  link.rel = "manifest";
  link.href = new URL("manifest.webmanifest", root).href;
  document.head.append(link);
  const seen = () => [location.href.split("#")[0], ...performance.getEntriesByType("resource")
    .map((each) => each.name).filter((name) => name.includes("/static/"))];
  if (navigator.serviceWorker) navigator.serviceWorker.register(new URL("sw.js", root), { scope: root.pathname })
    .then(() => navigator.serviceWorker.ready)
    .then((ready) => ready.active.postMessage(seen()))
    .catch(() => {});
}
