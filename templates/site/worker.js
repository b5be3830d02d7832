// The last copy of each page for when the network is gone. The network comes first; what tells of news is never kept.
"use strict";
const OWN = `runner ${self.registration.scope} `;
const KEPT = `${OWN}@VERSION@`;
const FIRST = ["index.html", "pairings.html", "standings.html"];
const PATIENCE = 5000; // ms until a copy is shown in the meantime

const isKept = (request) => request.method === "GET" && request.url.startsWith(self.registration.scope)
  && (request.mode === "navigate" || request.url.includes("/static/"));
const keep = async (request, answer) => {
  if (answer.ok && answer.type === "basic" && !answer.redirected) {
    await (await caches.open(KEPT)).put(request.url.split("#")[0], answer.clone());
  }
  return answer;
};
const copy = async (request) => (await caches.open(KEPT))
  .match(request.url.split("#")[0], { ignoreSearch: request.mode === "navigate", ignoreVary: true });
const all = (urls) => Promise.all(urls.map((url) => fetched(url).catch(() => {})));
const fetched = async (url) => keep(new Request(url), await fetch(url));

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(all(FIRST.map((name) => new URL(name, self.registration.scope).href)));
});
self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== KEPT);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  })());
});
self.addEventListener("message", (event) => {
  const urls = event.data.filter((url) => url.startsWith(self.registration.scope));
  event.waitUntil(all(urls));
});
self.addEventListener("fetch", (event) => {
  if (!isKept(event.request)) return;
  event.respondWith((async () => {
    const fresh = fetch(event.request).then((answer) => keep(event.request, answer));
    const known = await copy(event.request);
    if (!known) return fresh;
    const late = new Promise((done) => { setTimeout(() => done(known), PATIENCE); });
    return Promise.race([fresh.catch(() => known), late]);
  })());
});
