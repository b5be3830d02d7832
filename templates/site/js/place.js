// Coming back to the same place after a reload.

const keepPlace = () => store.set("sessionStorage", PLACE, JSON.stringify({
  asked: one("#q")?.value ?? "", at: document.activeElement?.id ?? "", y: window.scrollY, x: one(".tree")?.scrollLeft ?? 0, sorted,
}));
const kept = store.get("sessionStorage", PLACE);
if (kept) {
  store.set("sessionStorage", PLACE, null);
  const { asked, at, y, x, sorted: order } = JSON.parse(kept);
  const field = one("#q");
  const table = one("[data-sortable]");
  if (table && order.column >= 0) sortBy(table, order.column, order.downwards);
  if (field && asked) { field.value = asked; field.dispatchEvent(new Event("input")); }
  if (at === "q") field?.focus({ preventScroll: true });
  one(".tree")?.scrollTo({ left: x, behavior: "instant" });
  window.scrollTo({ top: y, behavior: "instant" });
}
