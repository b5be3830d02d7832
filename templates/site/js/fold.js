// The rules on a phone: chapters are folded, but for the one that somebody has followed a link to.

if (one(".chapters")) {
  const fold = () => {
    const asked = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const chapter = asked && asked.closest(".chapters > details");
    if (chapter) { chapter.open = true; asked.scrollIntoView(); }
  };
  if (matchMedia("screen and (max-width: 47.99rem)").matches) all(".chapters > details").forEach((each) => { each.open = false; });
  all(".chapters").forEach((each) => each.classList.add("folds"));
  fold();
  addEventListener("hashchange", fold);
}
