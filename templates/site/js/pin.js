// One's own row on top of the pairings.

const pin = one("[data-pin]");
const ownRow = pin && document.getElementById(store.get("localStorage", ME) ?? "");
if (ownRow) {
  const copy = ownRow.cloneNode(true);
  copy.removeAttribute("id");
  copy.removeAttribute("data-item");
  pin.append(copy);
  pin.hidden = false;
}
