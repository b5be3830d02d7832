// In a frame on another site, in the JavaScript of 2017: one of the two lists, as high as it is, and up to date.
"use strict";
(() => {
  const lists = ["standings", "pairings"];
  const asked = new URLSearchParams(location.search).get("show");
  const shown = lists.indexOf(asked) < 0 ? lists[0] : asked;
  lists.forEach((name) => { document.getElementById(name).hidden = name !== shown; });

  let sent = 0;
  const tell = () => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height !== sent) window.parent.postMessage({ runnerHeight: height }, "*");
    sent = height;
  };
  tell();
  addEventListener("load", tell);
  addEventListener("resize", tell);

  setInterval(async () => {
    if (document.hidden) return;
    try {
      const text = await (await fetch(`version.js?t=${Date.now()}`)).text();
      const current = /"embed":"(\w+)"/.exec(text);
      if (current && current[1] !== document.documentElement.dataset.version) location.reload();
    } catch (error) { /* without a connection the page stays as it is */ }
  }, 60000 + 20000 * Math.random());
})();
