// Sorting by a heading, where there is room to touch one: equals keep their order in the ranking.

const sorted = { column: -1, downwards: false };
const bodyOf = (table) => one("tbody:not([data-pin])", table);
const sortBy = (table, column, downwards) => {
  const body = bodyOf(table);
  const worth = (row) => {
    const cell = row.cells[column];
    const text = (one("[data-key]", cell) || cell).textContent.trim();
    if (/^[–—-]?$/.test(text)) return "";
    const number = Number.parseFloat(text.replace(",", "."));
    return Number.isNaN(number) ? fold(text) : number;
  };
  const order = (left, right) => {
    if (left === "" || right === "") return ((left === "") - (right === "")) * (downwards ? -1 : 1); // blanks are last
    if (typeof left === typeof right) return left < right ? -1 : Number(left > right);
    return typeof left === "number" ? -1 : 1;
  };
  const rows = [...body.rows].sort((a, b) => a.dataset.at - b.dataset.at)
    .map((row) => [row, worth(row)]);
  rows.sort(([, a], [, b]) => (downwards ? order(b, a) : order(a, b)));
  body.append(...rows.map(([row]) => row));
  all("thead th", table).forEach((head, index) => {
    head.removeAttribute("aria-sort");
    if (index === column) head.setAttribute("aria-sort", downwards ? "descending" : "ascending");
  });
  table.classList.toggle("resorted", column > 0 || downwards);
  Object.assign(sorted, { column, downwards });
};
for (const table of all("[data-sortable]")) {
  [...bodyOf(table).rows].forEach((row, index) => { row.dataset.at = index; });
}
const roomy = matchMedia("(min-width: 48rem)");
const makeSortable = (table) => {
  all("thead th", table).forEach((head, column) => {
    const button = document.createElement("button");
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const now = head.getAttribute("aria-sort");
      const first = column < 2 || !head.classList.contains("n") ? "ascending" : "descending";
      sortBy(table, column, now ? now === "ascending" : first === "descending");
    });
  });
};
const sortAll = () => { all("[data-sortable]").forEach(makeSortable); };
if (roomy.matches) sortAll(); else roomy.addEventListener("change", sortAll, { once: true });
