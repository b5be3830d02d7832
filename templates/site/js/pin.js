// One's own row on top of the pairings.

const pin = one("[data-pin]");
const pinMine = () => {
  if (!pin) return;
  const ownRow = document.getElementById(me() || "");
  const copy = ownRow && ownRow.cloneNode(true);
  if (copy) for (const name of ["id", "data-item"]) copy.removeAttribute(name);
  fill(pin, copy ? [copy] : []);
  pin.hidden = !copy;
};
pinMine();
document.addEventListener("runner-me", pinMine);

// Of a row of chips that is wider than a phone, the one at hand is seen.

const chip = one(".chips.line [aria-current]");
if (chip) {
  const [line, rightward] = [chip.closest("ul"), page.dir !== "rtl"];
  line.scrollLeft = rightward ? chip.offsetLeft - 96 : chip.offsetLeft + chip.offsetWidth + 96 - line.clientWidth;
}
