// "This is me": home becomes the player's plate, their row stands out on every page.

const remembers = store.set("localStorage", ME, store.get("localStorage", ME));
const me = () => store.get("localStorage", ME);
const follow = (file) => { store.set("localStorage", ME, file); showMe(); };

const button = one("[data-follow]");
const label = () => {
  const followed = me() === button.dataset.follow;
  button.setAttribute("aria-pressed", String(followed));
  button.textContent = followed ? _("✓ This is me") : _("This is me");
};
if (button && remembers) {
  button.hidden = false;
  label();
  button.addEventListener("click", () => follow(me() === button.dataset.follow ? null : button.dataset.follow));
}

const home = one("[data-state]");
const said = home && one("[data-said]", home);
const everybody = said && [...said.childNodes];
const isRow = (node) => node.nodeType === 1 && node.classList.contains("row");

const seatMap = (mine, mates, pod) => {
  const half = Math.ceil(mates.length / 2);
  const map = make("div", pod ? `seats pod c${half}` : mates.length === 4 ? "seats" : "seats line");
  map.setAttribute("aria-hidden", "true");
  map.append(...(pod ? [...mates.slice(0, half), ...mates.slice(half).reverse()] : mates).map((mate) => make("b", mate === mine ? "me" : "", mate.seat)));
  return map;
};
const worth = ({ before }) => Number(before.replace(",", "."));
const mateLine = (mate, mine, words) => {
  const name = make("bdi", "", mate.name);
  const line = make("li", mate === mine ? "me" : "", make("b", "", make("span", "vh", `${_("Seat")} `), mate.seat));
  if (mate === mine) line.append(name);
  else { const link = make("a", "", name); link.href = pageOf(mate.file); line.append(link); }
  if (words) line.append(make("i", "", words));
  else if (mate.before && !home.classList.contains("ended")) line.append(make("i", "", mate.before, make("span", "vh", ` ${ngettext("point before", "points before", worth(mate))}`)));
  return line;
};
const against = (mate) => {
  const link = make("a", "", make("bdi", "", mate.name));
  link.href = pageOf(mate.file);
  const made = make("div", "against", make("span", "label", _("against")), link);
  if (mate.before && !home.classList.contains("ended")) made.append(make("small", "", ngettext("{n} point", "{n} points", worth(mate), { n: mate.before })));
  return made;
};
const seated = (mine, mates, near = mates, label = _("Your table"), far = () => "") => {
  const number = make("h1", "at", make("span", "label", label), " ", make("b", "number", mine.table));
  if (!mine.seat) {
    return [make("div", "sit two", number, ...near.filter((mate) => mate !== mine).map(against))];
  }
  const seat = make("div", "", make("span", "label", _("Seat {seat}", { seat: mine.seat })), seatMap(mine, mates, near !== mates));
  return [make("div", "sit", number, seat), make("ol", "mates", ...near.map((mate) => mateLine(mate, mine, far(mate))))];
};
// In a draft: the pod and the neighbours there, or the table where decks are built.
const drafting = (mine, mates) => {
  const at = mates.indexOf(mine), many = mates.length;
  const others = mates.filter((mate) => mate !== mine).map(({ name }) => name);
  if (!mine.seat) return [...seated(mine, mates, [], _("Building table")), ...partners({ mates: others })];
  const right = mates[(at + many - 1) % many], left = mates[(at + 1) % many];
  const far = (mate) => (mate === mine ? "" : mate === left ? ngettext("{n} seat to your left", "{n} seats to your left", 1)
    : ngettext("{n} seat to your right", "{n} seats to your right", 1));
  return seated(mine, mates, [...new Set([right, mine, left])], _("Pod"), far);
};
const took = (now, [, , , last, gave], after) => {
  if (now.state === "playing" && after !== now.id) return [];
  const words = { W: pgettext("result", "Win"), D: pgettext("result", "Draw"), L: pgettext("result", "Loss"), B: _("Bye") }[last];
  return words ? [make("b", "WB".includes(last) ? "good" : "", [words, gave === "0" ? "" : gave].filter(Boolean).join(" · "))] : [];
};
const topRow = (now, mine, result) => {
  const above = everybody.find(isRow);
  const row = make("p", "row", make("span", "", now.title || one("span", above).textContent));
  const [, called, , extra] = now.clock ? now.clock.tables.find(([table]) => table === Number(mine.table)) || [0, now.clock.called] : [];
  if (now.state === "draft") {
    if (called) {
      const time = make("time", "", _("until {time}", { time: RunnerClock.hour(now.clock, called) }));
      time.dateTime = called;
      time.dataset.until = "";
      row.append(make("b", "", time));
    }
  } else if (now.state !== "playing" || result.length) {
    row.append(...result);
  } else if (called) {
    const time = make("time", "", _("until {time}", { time: RunnerClock.hour(now.clock, called) }));
    time.dateTime = called;
    time.dataset.until = mine.table;
    row.append(make("b", "", time, extra ? make("small", "", ` +${extra}`) : ""));
  }
  return row;
};
const figures = (rank, seed, { of, seeded }, placed) => {
  const figure = (name, value, unit) => {
    const text = make("dd", "", value);
    if (unit) text.append(" ", make("small", "", unit));
    return make("div", "", make("dt", "", name), text);
  };
  const over = version.now.state === "final"; // then they stand below the champion, and are marked as one’s own
  const place = () => figure(over || seeded ? _("Place") : _("Rank"), rank[0], `/${of}`);
  const strip = make("dl", over ? "card figures mine" : "card figures");
  if (!placed) strip.append(seed ? figure(pgettext("of a playoff", "Seed"), seed, `/${seeded}`) : place());
  if (rank[1]) strip.append(figure(_("Points"), rank[1]));
  strip.append(figure(_("Record"), rank[2]));
  return strip;
};
const seedOf = ({ seeds }, { file }) => seeds && seeds[file];
const heading = (text) => make("h1", "", text);

const partners = ({ mates, place }) => {
  if (!mates || !mates.length) return [];
  const names = make("span");
  mates.forEach((name, at) => names.append(at ? ", " : "", make("bdi", "", name)));
  const [before, after] = _("with {names}").split("{names}");
  const line = make("p", "partners", before, names, after);
  if (place) line.prepend(make("b", "", _("Seat {seat}", { seat: place })), " ");
  return [line];
};
const ownPage = (mine) => {
  const [before, after] = _("{name}’s page").split("{name}");
  const link = make("a", "more", before, make("bdi", "", mine.called || mine.name), after);
  link.href = pageOf(mine.own || mine.file);
  return make("p", "", link);
};
// Their place, once they play no further and it is known.
const placeOf = (mine, rank, { of, seeded }) => (mine.gone && rank && seeded && version.now.state !== "final"
  ? _("Place {places} of {n}", { places: rank[0], n: of }) : "");
const plate = (mine, mates, now, result, ahead, placed) => {
  const parts = [topRow(now, mine, result)];
  if (placed) {
    parts.push(heading(placed), make("p", "", mine.gone));
  } else if (now.state === "playing") {
    parts.push(...(mine.table ? [...seated(mine, mates), ...partners(mine)] : [heading(mine.words || _("Not in this round"))]));
  } else if (now.state === "draft") {
    const all = make("a", "more", _("All pods"));
    all.href = new URL(now.page, root).href;
    parts.push(...(mine.table ? drafting(mine, mates) : [heading(mine.words || _("Not in this draft"))]), make("p", "", all));
  } else if (now.state === "before") {
    parts.push(heading(_("You are on the list")), make("p", "", _("Your table appears here with round 1.")));
  } else if (mine.gone) {
    parts.push(heading(mine.gone));
  } else if (now.state === "between" && ahead) {
    parts.push(heading(ahead), ...everybody.filter((node) => node.nodeName === "H1").map(({ textContent }) => make("p", "", textContent)));
  } else {
    parts.push(...everybody.filter((node) => !isRow(node)).map((node) => node.cloneNode(true)));
  }
  parts.push(ownPage(mine));
  return parts;
};
const notMe = () => {
  const other = make("button", "other", _("Somebody else? Search again"));
  other.addEventListener("click", () => { follow(null); one("#q").focus(); });
  return other;
};
// The hall's server takes results by phone; elsewhere there is no such address, and nothing is offered.
const offerReport = async (mine) => {
  if (!mine.table || version.now.state !== "playing" || !location.protocol.startsWith("http")) return;
  try {
    const answer = await fetch(new URL("report/open", root), { cache: "no-store" });
    if (!answer.ok || (await answer.text()).trim() !== "open" || one(".report", said)) return; // some hosts have a page for any address
  } catch (error) { return; }
  const link = make("a", "more report", _("Report your result"));
  link.href = new URL("report", root).href;
  said.append(link);
};
const showHome = (mine, known, ranks) => {
  for (const old of all(".self")) old.remove();
  home.classList.toggle("known", Boolean(mine));
  if (!mine) { home.classList.remove("ended"); fill(said, everybody); return; }
  const mates = known.filter((line) => line[2] === mine.table && mine.table).map(person)
    .map((mate) => (mate.file === mine.file ? mine : mate)).sort((a, b) => a.seat.length - b.seat.length || (a.seat < b.seat ? -1 : 1));
  const rank = ranks && ranks.players[mine.file];
  const result = rank ? took(version.now, rank, ranks.after) : [];
  home.classList.toggle("ended", version.now.state === "playing" && result.length > 0);
  const placed = placeOf(mine, rank, ranks || {});
  if (version.now.state !== "final") fill(said, plate(mine, mates, version.now, result, rank && rank[5], placed));
  const after = finder ? [notMe()] : [];
  if (version.now.state === "final") after.unshift(ownPage(mine));
  if (rank && rank[5] && version.now.state !== "between") after.unshift(make("p", `card ahead ${rank[6]}`, make("b", "", rank[5])));
  if (rank) after.unshift(figures(rank, seedOf(ranks, mine), ranks, placed));
  if (version.now.state === "final") after.unshift(make("h2", "", make("bdi", "", mine.called || mine.name)));
  for (const part of after) part.classList.add("self");
  home.after(...after);
  if (!result.length) offerReport(mine);
  tick();
};

const showMe = async () => {
  if (button && remembers) label();
  for (const row of all(".mine")) row.classList.remove("mine");
  mark(me(), "mine");
  mark(teamOf(me()), "mine");
  document.dispatchEvent(new CustomEvent("runner-me", { detail: me() }));
  if (!home || !version) return;
  const mine = me();
  let known = { players: [] }, ranks = null;
  if (mine) {
    try { [known, ranks] = await askAll(); } catch (error) { return; }
  }
  if (mine !== me()) return;
  const line = known.players.find(([file]) => file === teamOf(mine));
  if (mine && !recalled) keepPlate(known, ranks);
  showHome(members(known).find(({ own }) => own === mine) || (line && person(line)), known.players, ranks);
};
// Without a connection home and the page in place of one that is not kept show
// one's own table and friends as they were.
const PLATE = `runner plate ${root.pathname}`;
const keepPlate = (known, ranks) => {
  const files = [me(), ...friends()].map(teamOf);
  const own = known.players.find(([file]) => file === files[0]);
  const players = known.players.filter(([file, , table]) => files.includes(file) || (own && own[2] && table === own[2]));
  const lines = {};
  for (const [file] of players) lines[file] = ranks.players[file];
  const people = (known.people || []).filter(([file]) => teamOf(file) in lines);
  store.set("localStorage", PLATE, JSON.stringify({
    me: me(), version: { now: version.now }, seats: { players, people }, ranks: Object.assign({}, ranks, { players: lines }),
  }));
};
const recall = () => {
  const kept = JSON.parse(store.get("localStorage", PLATE) || "{}");
  if (!home || !me() || kept.me !== me()) return;
  recalled = kept;
  version = kept.version;
  showMe();
};
if (me()) showMe();
// It may have been said on another page, to which one then went back, or in another window.
addEventListener("pageshow", (event) => { if (event.persisted) showMe(); });
addEventListener("storage", (event) => { if (event.key === ME) showMe(); });
