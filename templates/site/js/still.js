// Of the tables only those that still play, until somebody wants all of them again.

const still = one("[data-still]");
if (still) {
  const STILL = `runner still ${root.pathname}`;
  const showStill = (only) => {
    still.setAttribute("aria-pressed", String(only));
    one(".tables[data-list]").classList.toggle("only", only);
    store.set("sessionStorage", STILL, only ? "yes" : null);
  };
  still.hidden = false;
  showStill(store.get("sessionStorage", STILL) === "yes");
  still.addEventListener("click", () => showStill(still.getAttribute("aria-pressed") !== "true"));
}
