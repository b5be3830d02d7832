/* The clock in large, with the tables that still play; time called, on the colour of an alarm. */

const CHIPS = 40;

const WORDS = {
  waiting: (at, hour) => [RunnerClock.text(at.left), _("The round begins at {time}", { time: hour })],
  running: (at, hour, now) => [RunnerClock.text(at.left), overlay() ? now.title : ""],
  stopped: (at) => [RunnerClock.text(at.left), _("The clock is stopped")],
  called: (at, hour, now) => (hour
    ? [RunnerClock.text(at.left), _("Time. Extra turns until {time}", { time: hour })]
    : [pgettext("called", "Time"), now.called]),
  over: () => [pgettext("called", "Time"), _("Extra turns are over")],
  untimed: (at) => [RunnerClock.text(at.left), _("Played so far, no time limit")],
  registering: (at, hour) => (at.state === "running"
    ? [RunnerClock.text(at.left), _("Deck registration until {time}", { time: hour })]
    : [pgettext("called", "Time"), _("Stop registering. Deck building comes next")]),
  building: (at, hour) => (at.state === "running"
    ? [RunnerClock.text(at.left), _("Deck building until {time}", { time: hour })]
    : [pgettext("called", "Time"), _("Stop building. The pairings come next")]),
  ended: (at, hour, now, time) => [new Date(time).toTimeString().slice(0, 5), _("All rounds are played")],
  unknown: (at, hour, now, time) => [new Date(time).toTimeString().slice(0, 5), ""],
};

VIEWS.clock = {
  name: () => _("Clock"),
  title: (now) => (onDecks(now) ? decksTitle(now) : now.title),
  small: (now, parts) => (onDecks(now) ? parts.draft.phase : now.small),

  /* In the corner stands when time is called, for what is left is in the middle. */
  corner(now) {
    const at = now.clock && !onDecks(now) ? RunnerClock.at(now.clock) : { state: "" };
    const hour = at.until ? RunnerClock.hour(now.clock, at.until) : "";
    if (at.state === "running") return [_("time is called at {time}", { time: hour }), ""];
    return [at.state === "waiting" ? _("the round begins at {time}", { time: hour }) : "", ""];
  },

  foot(now) {
    if (onDecks(now) && now.building.registering) {
      return ngettext("{n} minute to register", "{n} minutes to register", now.building.minutes);
    }
    if (onDecks(now)) return ngettext("{n} minute to build", "{n} minutes to build", now.building.minutes);
    const longer = (now.clock ? now.clock.tables : []).filter((each) => each[3]);
    if (longer.length > 1) {
      return ngettext("{n} table has extra minutes", "{n} tables have extra minutes", longer.length);
    }
    return longer.map(([table, , , extra_]) => ngettext("Table {table} has {n} extra minute",
      "Table {table} has {n} extra minutes", extra_, { table })).join("");
  },

  draw(section, now) {
    section.classList.add("time");
    section.append(make("p", "says"), make("p", "big"));
    const row = onDecks(now) ? make("div", "left") : chipRow(now, CHIPS);
    if (now.code && !overlay()) row.append(code(now.code)); // there is room to scan it from afar
    section.append(row);
    if (!onDecks(now)) fitChips(section.querySelector(".nums"));
    VIEWS.clock.tick(section, now);
  },

  tick(section, now) {
    const clock = onDecks(now) ? now.building : now.clock;
    const at = clock ? RunnerClock.at(clock) : { state: "unknown", left: 0, until: "" };
    const hour = clock ? RunnerClock.hour(clock, at.until) : "";
    const [big, words] = WORDS[now.over ? "ended" : onDecks(now) ? decksState(now) : at.state](at, hour, now, RunnerClock.now());
    const says = section.querySelector(".says"), changed = says.textContent !== words;
    say(says, words);
    if (changed && overlay()) shrink(says, 0.6);
    const node = section.querySelector(".big");
    if (node.textContent.length !== big.length) {
      node.textContent = big;
      largest(node);
    }
    say(node, big);
    for (const chip of section.querySelectorAll("[data-table]")) extra(chip, now);
  },
};

/* Whether those have the clock who build their decks. */
const onDecks = (now) => Boolean(now.building) && clockOf(now) === now.building;

const decksState = (now) => (now.building.registering ? "registering" : "building");

/* As large as the room allows, up to 590 px of 1080 lines: figures are 0.72 of their size high. */
function largest(node) {
  const most = 590 * unit(), room = box();
  node.style.fontSize = `${most}px`;
  const wide = (most * room.width) / Math.max(node.scrollWidth, 1);
  const rest = Array.from(node.parentNode.children).filter((each) => each !== node)
    .reduce((sum, each) => sum + each.offsetHeight, room.height * 0.07);
  node.style.fontSize = `${Math.min(most, wide, (room.height - rest) / 0.78)}px`;
}

/* A chip's own time, where it is not that of the round: "+5", and what is left once time is called. */
function extra(chip, now) {
  const number = +chip.dataset.table;
  const own = now.clock && now.clock.tables.filter((each) => each[0] === number)[0];
  const small = chip.querySelector("small");
  if (!own || !small) return;
  const all = RunnerClock.at(now.clock).state, at = RunnerClock.at(now.clock, number);
  const longer = at.state === "running" && (all === "called" || all === "over" || own[4]);
  say(small, longer ? RunnerClock.text(at.left) : own[3] ? `+${own[3]}` : "");
}

function chip(number, now) {
  const own = now.clock && now.clock.tables.some((each) => each[0] === number);
  const made = make("b", own ? "x" : "", [make("span", "", String(number))]);
  made.dataset.table = number;
  if (own) made.append(make("small"));
  return made;
}

function chipRow(now, most) {
  const { playing, tables } = now;
  const row = make("div", "left");
  const title = make("h2", "", [playing.length ? pgettext("a heading", "Playing") : _("All results are in"), make("small", "",
    playing.length ? _("{number} of {total}", { number: playing.length, total: tables }) : "")]);
  const nums = make("div", "nums");
  const apart = now.clock ? now.clock.tables.map((each) => each[0]) : [];
  const named = playing.length <= most ? playing : playing.filter((each) => apart.indexOf(each) >= 0).slice(0, most);
  nums.append(...named.map((number) => chip(number, now)));
  row.append(title, nums);
  nums.querySelectorAll("[data-table]").forEach((each) => extra(each, now));
  return row;
}

/* Chips as large as the room allows. */
function fitChips(nums) {
  const within = () => nums.scrollHeight <= nums.clientHeight + 1 && nums.scrollWidth <= nums.clientWidth + 1;
  for (let size = document.body.classList.contains("upright") ? 1.7 : 1; size > 0.3; size *= 0.92) {
    nums.style.setProperty("--chip", size);
    if (within()) break;
  }
}
