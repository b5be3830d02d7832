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

// Of a row of chips that is wider than a phone, the one at hand is seen.

const chip = one(".chips.line [aria-current]");
if (chip) chip.closest("ul").scrollLeft = chip.offsetLeft - 96;
