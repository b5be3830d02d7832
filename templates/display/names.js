/* Names that always say who it is: the last name in bold, first names in light; with initials where
   they do not fit and nobody else looks the same, then narrower, smaller, on two lines. Never cut. */

/* No browser of the televisions knows "\p{L}": whatever is no sign of ASCII, Latin 1 or punctuation. */
const LETTER = /[^\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]/;
const MARKS = /[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g;

const KANJI = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/; // names without initials

function initials(first) {
  if (KANJI.test(first)) return first;
  return first.split(/\s+/).filter(Boolean).map((word) => {
    const letter = Array.from(word).find((each) => LETTER.test(each));
    return letter ? `${letter}.` : "";
  }).filter(Boolean).join(" ");
}

const lead = (first) => initials(first).split(" ")[0];

/* How short the first names of a player may be without looking like those of somebody else: 2 for the first initial,
   1 for all of them, else 0. `people` are pairs of last and first names. */
function lonely(people) {
  const forms = [initials, lead], seen = forms.map(() => ({}));
  const count = (last, first, at, more) => {
    const short = `${last} ${forms[at](first)}`;
    seen[at][short] = (seen[at][short] || 0) + more;
    return seen[at][short];
  };
  for (const [last, first] of people) forms.forEach((form, at) => count(last, first, at, 1));
  return (last, first) => forms.filter((form, at) => count(last, first, at, 0) === 1).length;
}

function nameCell(last, first, alone) {
  const cell = make("span", "nm");
  const short = alone ? initials(first) : first;
  cell.person = [last, first, short, alone > 1 ? lead(first) : short];
  wear(cell, first);
  return cell;
}

function wear(cell, first) {
  const words = make("bdi", "", [make("b", "", cell.person[0])]);
  if (first) words.append(" ", make("i", "", first));
  fill(cell, words);
}

const STEPS = [
  (cell) => { wear(cell, cell.person[2]); },
  (cell) => { cell.classList.add("narrow"); },
  (cell) => { cell.classList.add("less"); },
  (cell) => { cell.classList.remove("less"); fold(cell); },
];

const LEAST = 27, TINY = 18; // px of a letter on 1080 lines that is read 3 m away: with ease, and just so
const wider = (node, cell) => node && node.scrollWidth > cell.clientWidth;
const over = (cell) => wider(cell, cell) || wider(cell.firstElementChild, cell); // which may stand the other way round

/* On lines of its own, broken at spaces, as large as they fit into the row; where they would be too small to read
   otherwise first names follow on the line of the last name, words are broken, and one initial says enough. */
function fold(cell) {
  const room = roomOf(cell), base = parseFloat(getComputedStyle(cell.parentNode).fontSize);
  const least = Math.max(0.36, LEAST * unit() / base);
  const fits = (from, to) => {
    for (let size = from; size > to; size -= 0.04) {
      cell.style.fontSize = `${size}em`;
      if (!over(cell) && cell.scrollHeight <= room + 1) return true;
    }
    return false;
  };
  cell.classList.add("two");
  if (fits(0.84, least)) return;
  cell.classList.add("flows");
  if (fits(0.84, least)) return;
  cell.classList.remove("flows");
  cell.classList.add("breaks");
  fits(0.84, 0.2);
  if (!cell.person || parseFloat(cell.style.fontSize) * base >= TINY * unit()) return;
  wear(cell, cell.person[3]);
  cell.classList.add("flows");
  fits(0.84, 0.2);
}

/* How high a name may be: as its row, or its share of a row with several lines; less beside the label of the cut. */
function roomOf(cell) {
  const table = cell.closest(".fs");
  if (table) {
    const rows = Math.ceil(table.childNodes.length / table.style.getPropertyValue("--c"));
    return (table.clientHeight - 20 * unit()) / rows - cell.closest(".fp").lastChild.offsetHeight;
  }
  const row = cell.closest(".rw, .after li, .ring > div, .spot, .finals > div");
  const many = cell.closest(".who");
  const lines = many ? Math.ceil(many.childNodes.length / 2) : cell.closest(".both") ? 2 : 1;
  return (row ? row.clientHeight : cell.clientHeight * 1.8) / lines
    * (row && row.matches(".cut, .cut + .rw") ? 0.7 : 0.96);
}

function fitNames(section) {
  let wide = Array.from(section.querySelectorAll(".nm")).filter((cell) => cell.person);
  for (const step of STEPS) {
    wide = wide.filter(over);
    wide.forEach(step);
  }
}

/* --- ranges: "A – Herr", "Herr – Pa" ----------------------------------------------------------- */

const PLAIN = { ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ß: "ss", ı: "i", ħ: "h" };
const bare = (text) => text.toLowerCase().normalize("NFD").replace(MARKS, "")
  .replace(/[øłđðþæœßıħ]/g, (letter) => PLAIN[letter]);

/* How the last names of two neighbours are told apart: as many letters as it takes, up to six. */
function between(before, after) {
  const one = Array.from(before), other = Array.from(after);
  let same = 0;
  while (same < one.length && same < other.length && bare(one[same]) === bare(other[same])) same += 1;
  const letters = same >= Math.max(one.length, other.length) ? 4 : Math.min(same + 1, 6);
  return [one, other].map((name) => name.slice(0, letters).join("").trim());
}

const initial = (name) => Array.from(bare(name)).slice(0, 1).join("").toUpperCase();

/* The range of each page, of lists of last names. */
function ranges(pages) {
  const first = (name) => Array.from(name)[0] || "";
  const found = pages.map((page) => [first(page[0]), first(page[page.length - 1])]);
  for (let at = 1; at < pages.length; at += 1) {
    const before = pages[at - 1];
    [found[at - 1][1], found[at][0]] = between(before[before.length - 1], pages[at][0]);
  }
  return found;
}

/* --- a part of the players: "1/3", "A-F" ------------------------------------------------------- */

function share(part) {
  const found = /^\s*(\d+)\s*(?:\/|of)\s*(\d+)\s*$/i.exec(part || "");
  return found && +found[1] >= 1 && +found[1] <= +found[2] ? [+found[1], +found[2]] : null;
}

/* The rows of a part. A range from A begins at the very first, one to Z ends with the last, so that
   whoever's name is written in other letters stands on one of the displays. */
function partOf(rows, part, key) {
  const among = share(part);
  if (among) {
    const [at, all] = among;
    return rows.slice(Math.floor((at - 1) * rows.length / all), Math.floor(at * rows.length / all));
  }
  const range = /^\s*(\S+?)\s*[-–—]\s*(\S+)\s*$/.exec(part || "");
  if (!range || !key) return rows;
  const [from, to] = [bare(range[1]), bare(range[2])];
  return rows.filter((row) => {
    const name = key(row);
    return (from === "a" || name.slice(0, from.length) >= from)
      && (to === "z" || name.slice(0, to.length) <= to);
  });
}
