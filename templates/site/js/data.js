// Data: scripts that hand over plain values, since nothing else works on file:// as well. Each is fetched for those who
// need it, and again only when `version.js` says that it is another.

let version = null;
const load = (source) => new Promise((done, failed) => {
  const script = document.createElement("script");
  script.src = source;
  script.onload = () => { script.remove(); done(); };
  script.onerror = () => { script.remove(); failed(new Error(source)); };
  document.head.append(script);
});
const given = {};
const source = (name, handed) => {
  window[handed] = (value) => { given[name] = { value, tag: null }; };
  return async () => {
    const tag = version && version.files ? version.files[name] : Date.now();
    if (!given[name] || given[name].tag !== tag) {
      const address = new URL(`${name}.js`, root).href;
      await load(`${address}?v=${tag}`).catch((error) => {
        if (version && version.files) throw error;
        return load(address); // as the worker keeps it
      });
      given[name].tag = tag;
    }
    return given[name].value;
  };
};
const askSeats = source("seats", "runnerSeats");
const askRanks = source("ranks", "runnerRanks");
// Where everybody sits and how they stand; without a connection what was kept of one's own table.
let recalled = null;
const askAll = () => (recalled ? Promise.resolve([recalled.seats, recalled.ranks]) : Promise.all([askSeats(), askRanks()]));
const askPlayers = source("players", "runnerPlayers");

// Somebody of the event: their page, name, table ("" without one), seat letter, words without a table or of a draft, points before, and
// why they play no further.
const person = ([file, name, table, seat, words, before, gone]) => ({ file, name, table, seat, words, before, gone });
// A member of a team is found by their own page, and sits where the team does. `own` is that page, `called` their name,
// `place` their seat of the team, and `mates` are those who play with them.
const teamOf = (file) => (file || "").replace(/-m\d+$/, "");
const members = (known) => (known.people || []).map(([own, called, place]) => {
  const line = known.players.find(([file]) => file === teamOf(own));
  const mates = known.people.filter(([file]) => file !== own && teamOf(file) === teamOf(own)).map(([, name]) => name);
  return line && Object.assign(person(line), { own, called, place, mates });
}).filter(Boolean);
const spoken = ({ table, seat, words }) => {
  if (words || !table) return words;
  return seat ? _("table {table}, seat {seat}", { table, seat }) : _("table {table}", { table });
};
const pageOf = (file) => new URL(`players/${file}.html`, root).href;
const make = (tag, className, ...inside) => {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...inside);
  return made;
};
