// The stages of a bracket beside one another on a phone: it opens at the one that is played, and the row of links shows
// which one is in sight. A wide tree opens there too, or at its first stage once all are over.

const tree = one(".tree");
const links = one(".stages");
if (tree && links) {
  const stages = all(":scope > section", tree);
  const from = (stage) => stage.offsetLeft - stages[0].offsetLeft;
  const live = one(":scope > .live", tree);
  const flat = () => getComputedStyle(tree).display === "flex";
  if (live && !location.hash && !kept && (flat() || !one(".crowned"))) {
    tree.scrollTo({ left: from(live), behavior: "instant" });
    if (live.getBoundingClientRect().top > innerHeight * 0.75) live.scrollIntoView({ behavior: "instant" });
  }
  const tell = () => {
    if (tree.scrollWidth <= tree.clientWidth || !flat()) return;
    const due = (stage) => (stage.classList.contains("past") ? 2 : stage === live ? 0 : 1); // of those in one column
    const off = (stage) => Math.abs(from(stage) - tree.scrollLeft) + due(stage);
    const end = Math.abs(tree.scrollLeft) + tree.clientWidth > tree.scrollWidth - 2;
    const seen = end ? stages[stages.length - 1] : stages.reduce((a, b) => (off(b) < off(a) ? b : a));
    const down = tree.scrollTop; // to a match below the stage that was in sight
    tree.classList.add("fits");
    stages.forEach((stage) => stage.classList.toggle("seen", stage === seen));
    tree.scrollTop = 0;
    if (down) scrollBy({ top: down, behavior: "instant" });
    all("a", links).forEach((link, at) => {
      if (stages[at] !== seen) { link.removeAttribute("aria-current"); return; }
      link.setAttribute("aria-current", "true");
      links.scrollTo({ left: link.offsetLeft - 0.3 * links.clientWidth, behavior: "instant" });
    });
  };
  tell();
  tree.addEventListener("scroll", tell, { passive: true });
}
