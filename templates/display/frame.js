/* What stands around every page: round, range and clock above, pages, event and address below. */

const bar = {};

function build() {
  const body = document.body;
  fill(body, "");
  body.classList.remove("plain");
  body.classList.add("live");
  bar.strip = make("p", "strip", _("REHEARSAL: results are made up"));
  bar.round = make("h1", "r");
  bar.plate = make("p", "rng");
  bar.time = make("p", "clk");
  bar.left = make("b");
  bar.until = make("small");
  fill(bar.time, [bar.left, bar.until]);
  bar.note = make("p", "note");
  bar.main = make("main");
  bar.ticker = make("aside", "tic");
  bar.controls = make("div", "ctl");
  bar.pages = make("div", "pg");
  bar.event = make("bdi", "ev");
  bar.old = make("span", "old");
  bar.sound = make("button", "snd", _("Sound off"));
  bar.sound.setAttribute("aria-pressed", "false");
  bar.sound.addEventListener("click", sound);
  bar.place = make("span", "ad");
  body.append(make("header", "top", [bar.strip, make("div", "hd", [bar.round, bar.plate, bar.time]), bar.note]), bar.main, bar.ticker, bar.controls,
    make("footer", "ft", [bar.pages, bar.old, bar.event, bar.sound, bar.place]));
  bar.bar = make("div", "pgbar");
  body.append(bar.bar);
}

/* One px of the mock-up, in which the shorter side has 1080. */
function unit() { return Math.min(window.innerWidth, window.innerHeight) / 1080; }

function scale() {
  const root = document.documentElement;
  root.style.setProperty("--u", `${unit()}px`);
  document.body.classList.toggle("upright", window.innerHeight > window.innerWidth);
  document.body.classList.toggle("square", window.innerWidth < window.innerHeight * 1.5);
}

function around(now, title, small, options) {
  say(bar.note, options.message || "");
  bar.strip.hidden = !now.rehearsal;
  const names = ["--accent", "--on-accent", "--number"];
  names.forEach((name, at) => {
    if (now.colours) document.documentElement.style.setProperty(name, now.colours[at]);
    else document.documentElement.style.removeProperty(name);
  });
  fill(bar.round, [make("bdi", "", title)]);
  if (small) bar.round.append(" ", make("small", "", small));
  say(bar.event, title === now.event ? "" : now.event);
  const address = place(now);
  fill(bar.place, "");
  // Note: stands behind the address of the pages.
  if (address) bar.place.append(make("bdi", "", address), make("b", "", _("live on your phone")));
}

/* Where the pages are: as the organiser says, or as this one was found. */
function place(now) {
  const own = /^https?:$/.test(location.protocol) && !/^(localhost|127\.|\[::1\])/.test(location.hostname)
    ? location.host + location.pathname.replace(/display\/[^/]*$/, "") : "";
  return (now.address || own).replace(/^https?:\/\//i, "").replace(/(\/index\.html|\/)$/, "");
}

function code(said) {
  const space = "http://www.w3.org/2000/svg";
  const picture = document.createElementNS(space, "svg");
  const path = document.createElementNS(space, "path");
  picture.setAttribute("class", "qr");
  picture.setAttribute("viewBox", `-2 -2 ${said.size + 4} ${said.size + 4}`);
  picture.setAttribute("aria-hidden", "true");
  path.setAttribute("d", said.path);
  picture.append(path);
  return picture;
}

/* The pages' ranges with the one that is shown; where not all of them fit the letters of the
   alphabet, with those of the page; else only its number. The event's name only where it fits as well. */
function footer({ names, count, letters }, at) {
  const whole = (hidden) => {
    bar.event.hidden = hidden;
    bar.pages.parentNode.classList.toggle("whole", hidden);
  };
  const showEvent = () => {
    whole(!bar.event.textContent);
    if (over(bar.pages) || over(bar.event)) whole(true);
  };
  bar.pages.style.fontSize = "";
  bar.pages.dataset.page = `${at + 1}/${names.length || 1}`;
  fill(bar.pages, names.length < 2 ? count || "" : names.map((name, page) => (
    make("span", page === at ? "on" : "", [make("bdi", "", name)]))));
  showEvent();
  if (names.length > 1 && letters && over(bar.pages)) shrink(fill(bar.pages, strip(letters, at)), 0.68);
  if (names.length > 1 && over(bar.pages)) {
    fill(bar.pages, make("span", "on", _("{number} of {total}", { number: at + 1, total: names.length })));
  }
  if (bar.event.hidden) showEvent();
}

function strip(letters, at) {
  const every = Array.from(new Set([].concat(...letters)));
  return every.map((letter) => make("i", letters[at].indexOf(letter) < 0 ? "" : "on", letter));
}

/* Results of the round, a few at a time, between the list and the footer. */
const A_TICK = 6000;

function ticker(rows, anew) {
  bar.ticker.hidden = !rows.length;
  if (!rows.length) return;
  const pages = Math.ceil(rows.length / (document.body.classList.contains("upright") ? 2 : 4)), page = Math.floor(RunnerClock.now() / A_TICK) % pages;
  if (!anew && bar.ticker.rows === rows && bar.ticker.dataset.page === String(page)) return;
  Object.assign(bar.ticker, { rows });
  bar.ticker.dataset.page = page;
  const cut = (number) => Math.floor((number * rows.length) / pages);
  fill(bar.ticker, [make("b", "", _("Results"))].concat(rows.slice(cut(page), cut(page + 1)).map((row) => make("div", "rw", [
    make("span", "t", _("Table {table}", { table: row[0] })), tickerName(row[2].concat(row[3])), make("span", "rec", row[1])]))));
  fitNames(bar.ticker);
}

/* The name at a table, or the last names of several. */
function tickerName(names) {
  if (!names.length) return "";
  return names.length > 1 ? nameCell(names.map(([last]) => last).join(" – "), "", false) : nameCell(names[0][0], names[0][1], false);
}

function plate(words) {
  say(bar.plate, words);
}

/* Once the clock stands beside them. */
function fitHeader() {
  for (const node of [bar.plate, bar.round]) shrink(node, 0.4);
}

/* The clock that runs: that of the round, or of those who build their decks. */
const clockOf = (now) => (now.playing.length ? now.clock : now.building);

const decksTitle = (now) => (now.building && now.building.registering ? _("Register your pool") : _("Build your deck"));

/* The time in the header: what is left, and of what. */
function clockWords(now) {
  const clock = clockOf(now);
  if (!clock) return ["", ""];
  const found = RunnerClock.at(clock);
  const until = RunnerClock.hour(clock, found.until);
  const left = RunnerClock.text(found.left);
  if (clock === now.building && clock.registering) {
    return found.state === "running" ? [left, _("deck registration until {time}", { time: until })]
      : [pgettext("called", "Time"), _("stop registering")];
  }
  if (clock === now.building) {
    return found.state === "running" ? [left, _("deck building until {time}", { time: until })]
      : [pgettext("called", "Time"), _("stop building")];
  }
  return {
    waiting: [left, _("the round begins at {time}", { time: until })],
    running: [left, _("time is called at {time}", { time: until })],
    stopped: [left, _("the clock is stopped")],
    called: [pgettext("called", "Time"), until ? _("extra turns until {time}", { time: until }) : now.clock.turns],
    over: [pgettext("called", "Time"), _("extra turns are over")],
    untimed: [left, _("played, no time limit")],
    unknown: ["", ""],
  }[found.state];
}

function age() {
  const gone = RunnerClock.now() - data.heard;
  if (!data.heard || gone < OLD) return "";
  const minutes = Math.floor(gone / 60000);
  return minutes < 120 ? _("not connected for {minutes} min", { minutes })
    : _("not connected for {hours} h", { hours: Math.floor(minutes / 60) });
}
