// Search.

const PLAIN = { ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ß: "ss", ı: "i", ħ: "h" };
const LONGER = { ä: "ae", ö: "oe", ü: "ue", å: "aa", ø: "oe" };
const fold = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "")
  .replace(/[øłđðþæœßıħ]/g, (letter) => PLAIN[letter]);
const words = (text) => fold(text).split(/[\s,._·'‘’‛ʼʹ`´′‐-―-]+/).filter(Boolean);
const spelt = (text) => [text, text.replace(/[.'‘’‛ʼʹ`´′‐-―-]/g, ""),
  text.toLowerCase().normalize("NFC").replace(/[äöüåø]/g, (letter) => LONGER[letter])].flatMap(words);
const matches = (asked, known) => asked.every((part) => known.some((word) => word.startsWith(part)));

const search = one("[data-search]");
const list = one("[data-list]");
if (search && list) {
  const field = one("input", search);
  const found = one("output", search);
  const nobody = one(".nobody");
  let known = null;
  const filter = () => {
    known ??= all("[data-item]", list).map((item) => [
      item, spelt(all("[data-key]", item).map((key) => key.lastChild?.textContent ?? "").join(" ")),
    ]);
    const asked = words(field.value);
    let shown = 0;
    for (const [item, itsWords] of known) {
      item.hidden = !matches(asked, itsWords);
      if (!item.hidden) shown += 1;
    }
    for (const group of all("[data-group]", list)) {
      group.hidden = !one("[data-item]:not([hidden])", group);
    }
    list.classList.toggle("filtered", asked.length > 0);
    nobody.hidden = shown > 0;
    found.textContent = asked.length ? ngettext("{n} found", "{n} found", shown) : "";
  };
  field.addEventListener("input", filter);
  search.addEventListener("submit", (event) => { event.preventDefault(); field.blur(); });
  const asked = new URLSearchParams(location.search).get("q");
  if (asked) field.value = asked;
  if (field.value) filter();
}
