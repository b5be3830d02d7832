// Search.

const PLAIN = { ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ß: "ss", ı: "i", ħ: "h" };
const LONGER = { ä: "ae", ö: "oe", ü: "ue", å: "aa", ø: "oe" };
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u3099\u309a]/g;
const fold = (text) => text.toLowerCase().normalize("NFKD").replace(MARKS, "")
  .replace(/[øłđðþæœßıħ]/g, (letter) => PLAIN[letter]);
const words = (text) => fold(text).split(/[\s,._·'‘’‛ʼʹ`´′‐-―-]+/).filter(Boolean);
const spelt = (text) => [].concat(...[text, text.replace(/[.'‘’‛ʼʹ`´′‐-―-]/g, ""),
  text.toLowerCase().normalize("NFC").replace(/[äöüåø]/g, (letter) => LONGER[letter])].map(words));
// A slip of the thumb: one letter missing, too many or another, or two swapped.
const nearly = (part, word) => {
  let at = 0;
  while (at < part.length && part[at] === word[at]) at += 1;
  const [asked, known] = [part.slice(at), word.slice(at)];
  return known.slice(1).startsWith(asked) || known.startsWith(asked.slice(1)) || known.slice(1).startsWith(asked.slice(1))
    || (asked[0] === known[1] && asked[1] === known[0] && known.slice(2).startsWith(asked.slice(2)));
};
const matches = (asked, known, slips) => asked.every((part) => known.some((word) => word.startsWith(part)
  || (slips && /^\D{4}/.test(part) && nearly(part, word))));
// Those whose words fit; where there are none, those that nearly do.
const fitting = (asked, everything, wordsOf) => {
  const exact = everything.filter((each) => matches(asked, wordsOf(each)));
  return exact.length ? exact : everything.filter((each) => matches(asked, wordsOf(each), true));
};
// The arrow keys lead from the field to what was found, and back.
const withArrows = (field, area) => {
  const step = (event) => {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const item = event.target.closest("li, tr");
    const stops = [field, ...all("a", area).filter((link) => link.offsetParent)];
    const next = way && stops[stops.indexOf(item ? one("a", item) : field) + way];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  field.addEventListener("keydown", step);
  area.addEventListener("keydown", step);
};

const search = one("[data-search]");
const list = one("[data-list]");
if (search && list) {
  const field = one("input", search);
  const found = one("output", search);
  const nobody = one(".nobody");
  let known = null;
  const filter = () => {
    known = known || all("[data-item]", list).map((item) => [
      item, spelt(all("[data-key]", item).map((key) => (key.lastChild || key).textContent).join(" ")),
    ]);
    const asked = words(field.value);
    const shown = fitting(asked, known, ([, itsWords]) => itsWords);
    for (const [item] of known) item.hidden = true;
    for (const [item] of shown) item.hidden = false;
    for (const group of all("[data-group]", list)) {
      group.hidden = !one("[data-item]:not([hidden])", group);
    }
    list.classList.toggle("filtered", asked.length > 0);
    nobody.hidden = shown.length > 0;
    found.textContent = asked.length ? ngettext("{n} found", "{n} found", shown.length) : "";
  };
  field.addEventListener("input", filter);
  list.addEventListener("renewed", () => { known = null; if (field.value) filter(); });
  withArrows(field, list);
  search.addEventListener("submit", (event) => {
    event.preventDefault();
    const links = all("[data-item]:not([hidden]) a", list);
    if (field.value && links.length === 1) location.href = links[0].href; else field.blur();
  });
  const asked = new URLSearchParams(location.search).get("q");
  if (asked) field.value = asked;
  if (field.value) filter();
}
