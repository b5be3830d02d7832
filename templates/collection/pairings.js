// Keeps the pairings over all events up to date, where the reader stands.

if (one(".seated")) {
  let shown = list.innerHTML;
  setInterval(async () => {
    if (document.hidden || location.protocol === "file:") return;
    try {
      const answer = await fetch(location.href, { cache: "no-store" });
      if (answer.status === 404) location.replace("../index.html"); // nothing is played any more
      if (!answer.ok) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-list]");
      if (!fresh || fresh.innerHTML === shown) return;
      shown = list.innerHTML = fresh.innerHTML;
      list.dispatchEvent(new Event("renewed"));
    } catch (reason) { /* the next look may reach it */ }
  }, 30000);
}
