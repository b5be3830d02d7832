// One's own row on top of pairings, tables and standings, unless it is one of the first `data-pin` anyway.

const pin = one("[data-pin]");
const pinMine = () => {
  if (!pin) return;
  const own = document.getElementById(me() || "") || document.getElementById(teamOf(me()));
  const row = own && own.closest("[data-item]");
  const copy = row && all("[data-item]").indexOf(row) >= Number(pin.dataset.pin) && row.cloneNode(true);
  if (copy) {
    copy.classList.remove("cut");
    for (const node of [copy, ...all("[id]", copy)]) for (const name of ["id", "data-item"]) node.removeAttribute(name);
  }
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
