// The last copy of each page for when the network is gone. The network comes first; what tells of news is never kept.
"use strict";
const OWN = `runner ${self.registration.scope} `;
const KEPT = `${OWN}@VERSION@`;
const at = (name) => new URL(name, self.registration.scope).href;
const INSTEAD = at("offline.html");
const FIRST = ["index.html", "pairings.html", "tables.html", "standings.html", "players/index.html", "seats.js", "ranks.js"];
const PATIENCE = 5000; // ms until a copy is shown in the meantime

// Where everybody sits and how they stand is kept once, and given only to a page that asks for any version of it.
const isData = (url) => /\/(seats|ranks)\.js(\?|$)/.test(url);
const name = (url) => (isData(url) ? url.split("?")[0] : url.split("#")[0]);
const isKept = (request) => request.method === "GET" && request.url.startsWith(self.registration.scope)
  && (request.mode === "navigate" || request.url.includes("/static/") || isData(request.url));
const keep = async (request, answer) => {
  if (answer.ok && answer.type === "basic" && !answer.redirected) {
    await (await caches.open(KEPT)).put(name(request.url), answer.clone());
  }
  return answer;
};
const copy = async (request) => (await caches.open(KEPT))
  .match(request.url.split("#")[0], { ignoreSearch: request.mode === "navigate", ignoreVary: true });
const fetched = async (url) => keep(new Request(url), await fetch(url));
const all = (urls) => Promise.all(urls.map((url) => fetched(url).catch(() => {})));
// A page that nobody has seen: one that says so, if that is there.
const instead = async (request) => {
  if (request.mode !== "navigate" || !(await (await caches.open(KEPT)).match(INSTEAD))) return Response.error();
  return Response.redirect(`${INSTEAD}?page=${encodeURIComponent(request.url.slice(self.registration.scope.length))}`);
};

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(all([INSTEAD, ...FIRST.map(at)]));
});
self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const old = (await caches.keys()).filter((each) => each.startsWith(OWN) && each !== KEPT);
    await Promise.all(old.map((each) => caches.delete(each)));
    await self.clients.claim();
  })());
});
self.addEventListener("message", (event) => {
  event.waitUntil(all(event.data.filter((url) => url.startsWith(self.registration.scope))));
});
self.addEventListener("fetch", (event) => {
  if (!isKept(event.request)) return;
  event.respondWith((async () => {
    const fresh = fetch(event.request).then((answer) => keep(event.request, answer));
    const known = await copy(event.request);
    if (!known) return fresh.catch(() => instead(event.request));
    const late = new Promise((done) => { setTimeout(() => done(known), PATIENCE); });
    return Promise.race([fresh.catch(() => known), late]);
  })());
});
