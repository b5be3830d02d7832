// Coming back to the same place after a reload. The browser would look for the row that was on top
// and, where rows were sorted or left out, find it elsewhere: it keeps out of this.

const keepPlace = () => {
  history.scrollRestoration = "manual";
  store.set("sessionStorage", PLACE, JSON.stringify({
    asked: (one("#q") || page).value || "", at: (document.activeElement || page).id, y: window.scrollY, x: (one(".tree") || page).scrollLeft, sorted,
  }));
};
const kept = store.get("sessionStorage", PLACE);
if (kept) {
  store.set("sessionStorage", PLACE, null);
  const { asked, at, y, x, sorted: order } = JSON.parse(kept);
  const field = one("#q");
  const table = one("[data-sortable]");
  if (table && order.column >= 0) sortBy(table, order.column, order.downwards);
  if (field && asked) { field.value = asked; field.dispatchEvent(new Event("input")); }
  if (at === "q" && field) field.focus({ preventScroll: true });
  if (one(".tree")) one(".tree").scrollTo({ left: x, behavior: "instant" });
  window.scrollTo({ top: y, behavior: "instant" });
  addEventListener("load", () => setTimeout(() => { history.scrollRestoration = "auto"; }, 1000));
}
