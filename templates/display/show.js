/* What this display shows now, and page after page of it. */

const SEQUENCE = 12 * 60000; // so long pairings stay after a round came out,
const COMING = 8; // but not once the result of one in eight tables is in
const TOP = 24, TOP_OF_STREAM = 16;
const VIEWS_OF_DRAFT = { drafting: ["draft-seats", "draft-pods"], registering: ["building", "clock"],
  building: ["building", "clock"] };
const FEW_MATCHES = 4; // of a playoff: so many are read on the bracket, with their tables
const A_PAGE = 15; // seconds of one that is no list, where others come in their turn
const shown = { view: "", options: {}, deck: null, page: 0, turns: 0, due: [], lap: 0, paused: false, made: null };

/* The address says more than the Screens sheet, and that more than nothing. */
function settings(now) {
  const asked = new URLSearchParams(location.search);
  const name = asked.get("screen") || document.body.dataset.screen;
  const row = now.screens[name] || {};
  const said = Object.assign({ show: document.body.dataset.show || "auto" }, row);
  for (const key of ["show", "part", "message"]) if (asked.has(key)) said[key] = asked.get(key);
  for (const key of ["columns", "inches", "metres", "top"]) {
    if (asked.has(key)) said[key] = parseFloat(asked.get(key)) || null;
  }
  return said;
}

const OF_A_ROUND = ["pairings", "tables", "clock", "playing", "results", "feature"];

/* Which views are due, where nobody has chosen one; of several each comes in its turn. */
function due(now, parts) {
  if (!now.playing.length && VIEWS_OF_DRAFT[now.draft]) return VIEWS_OF_DRAFT[now.draft];
  return [dueInRounds(now, parts)];
}

function dueInRounds(now, parts) {
  if (!now.round) return "welcome";
  const time = RunnerClock.now();
  if (now.playing.length) {
    const done = now.tables - now.playing.length;
    const out = now.clock ? Date.parse(now.clock.published || now.clock.began) : NaN;
    const seats = fewMatches(now, parts) ? "bracket" : "pairings";
    if (isNaN(out)) return done ? "playing" : seats;
    const began = Date.parse(now.clock.began) || 0;
    if (time < began || (time < out + SEQUENCE && done * COMING < now.tables)) return seats;
    const { state } = RunnerClock.at(now.clock);
    if (state === "untimed" && now.playoff && parts.bracket.stages.length) return "bracket";
    return state === "unknown" ? "playing" : "clock";
  }
  if (now.over && now.champion) return "champion";
  if (now.playoff && parts.bracket.stages.length) return "bracket";
  return parts.standings.rows.length ? "standings" : "results";
}

const OF_TABLES = ["pairings", "tables", "results"];

/* The view to show for the one that was asked for: standings until there is a bracket, and the bracket while a playoff
   has few tables. A stream shows exactly what was asked for. */
function substitute(view, now, parts) {
  if (overlay()) return view;
  if (view === "bracket" && !parts.bracket.stages.length && parts.standings.rows.length) return "standings";
  return OF_TABLES.includes(view) && fewMatches(now, parts) ? "bracket" : view;
}

/* Whether all matches of a round stand on the bracket with their tables, which some of a double elimination do not. */
const fewMatches = (now, { bracket }) => now.playoff && bracket.stages.length && now.tables <= FEW_MATCHES
  && !bracket.stages.some((stage) => stage.side === "losers");

function choose(now, parts) {
  const options = settings(now);
  const auto = !VIEWS[options.show];
  const won = now.over && now.champion && !overlay();
  const views = auto ? due(now, parts) : [won && OF_A_ROUND.includes(options.show) ? "champion" : substitute(options.show, now, parts)];
  if (shown.due.join() !== views.join()) Object.assign(shown, { due: views, lap: 0 });
  const view = views[shown.lap];
  if (auto && view === "standings") Object.assign(options, { top: TOP, ticker: !now.over });
  if (overlay() && view === "standings") options.top = options.top || TOP_OF_STREAM;
  return { view, options };
}

/* --- pages ------------------------------------------------------------------------------------- */

function box() {
  const style = getComputedStyle(bar.main);
  const across = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
  const down = parseFloat(style.paddingTop) + parseFloat(style.paddingBottom);
  return {
    unit: unit(),
    gap: 36 * unit(),
    width: bar.main.clientWidth - across,
    height: bar.main.clientHeight - down,
  };
}

function deckOf(view, now, parts, options) {
  if (!view.list) {
    const pages = view.pages ? view.pages(now, parts, box(), options) : [{ span: "" }];
    return { seconds: A_PAGE, names: pages.length > 1 ? pages.map((page) => page.span) : [],
      count: view.foot ? view.foot(now) : "", pages: pages.map((page) => ({ span: page.span, draw: (section) => {
        view.draw(section, now, parts, options, box(), page);
      } })) };
  }
  const list = view.list(now, parts, options);
  const deck = paged(list, box(), options);
  const named = (span) => (Array.isArray(span) ? span.join("–") : span);
  deck.names = deck.pages.map((page) => named(page.span));
  deck.count = list.count || "";
  if (!deck.pages.length) {
    deck.pages = [{ span: "", draw: (section) => { section.append(make("p", "none", list.empty)); } }];
  }
  return deck;
}

/* Everything anew, on the page that was shown; where that goes wrong, what was there stays. Once more where the header
   has grown by the plate of what has several pages now. */
function rebuild(again) {
  const parts = data.parts;
  if (!parts) return;
  if (!bar.main) build();
  const now = parts.now;
  const { view, options } = choose(now, parts);
  const same = shown.view === view;
  document.body.dataset.view = view;
  scale();
  if (!same) fill(bar.controls, VIEWS[view].controls ? VIEWS[view].controls() : "");
  const { title, small } = VIEWS[view];
  around(now, title ? title(now, parts) : now.title, small(now, parts, options), options);
  ticker(options.ticker ? parts.results.rows : [], true);
  const { height } = box();
  const deck = deckOf(VIEWS[view], now, parts, options);
  Object.assign(shown, { view, options, deck, now, parts });
  shown.page = same ? Math.min(shown.page, deck.pages.length - 1) : 0;
  if (!same) shown.turns = 0;
  turn();
  if (!again && Math.abs(box().height - height) > 1) rebuild(true);
}

/* The page comes in whole: it is laid out unseen, and then takes the place of the one before. */
function turn() {
  const { deck, page } = shown;
  const section = make("section", "page coming");
  const before = bar.main.querySelectorAll("section");
  bar.main.append(section);
  const { span } = deck.pages[page];
  plate(deck.names.length > 1 ? (Array.isArray(span) ? span.join(" – ") : span) : "");
  deck.pages[page].draw(section);
  section.classList.remove("coming");
  before.forEach((old) => old.remove());
  footer(deck, page);
  bar.main.setAttribute("aria-label", `${VIEWS[shown.view].name()} ${deck.names[page] || ""}`.trim());
  tick();
  fitHeader();
}

function go(by) {
  const { length } = shown.deck.pages;
  const next = shown.page + by, views = shown.due.length;
  shown.turns = 0;
  if (views > 1 && (next < 0 || next >= length)) {
    shown.lap = (shown.lap + by + views) % views;
    rebuild();
    if (by < 0) lastPage();
    return;
  }
  shown.page = (next + length) % length;
  if (length > 1) turn();
}

function lastPage() {
  shown.page = shown.deck.pages.length - 1;
  turn();
}

/* --- second by second -------------------------------------------------------------------------- */

function tick() {
  const { now, parts } = shown;
  if (!now) return;
  const view = VIEWS[shown.view];
  const [left, until] = view.corner ? view.corner(now) : clockWords(now);
  const running = clockOf(now);
  const { state } = running ? RunnerClock.at(running) : { state: "" };
  document.body.classList.toggle("called", state === "called" || state === "over");
  document.body.classList.toggle("untimed", state === "untimed"); // it counts up
  document.body.classList.toggle("paused", shown.paused);
  say(bar.left, left);
  say(bar.until, until);
  bar.time.hidden = !left;
  say(bar.old, age());
  if (view.tick) view.tick(bar.main, now, parts, shown.options);
  beep(state);
}

function second() {
  if (!shown.deck) return;
  if (choose(shown.now, shown.parts).view !== shown.view) {
    rebuild();
    return;
  }
  const { deck } = shown;
  const turns = deck.pages.length > 1 || shown.due.length > 1;
  if (turns && !shown.paused) {
    shown.turns += 1;
    bar.bar.style.width = `${Math.min(100, (100 * shown.turns) / deck.seconds)}%`;
    if (shown.turns >= deck.seconds) {
      go(1);
      return;
    }
  }
  if (!turns) bar.bar.style.width = "0";
  if (!bar.ticker.hidden) ticker(shown.parts.results.rows);
  tick();
}

function keys(event) {
  if (!shown.deck || event.ctrlKey || event.altKey || event.metaKey) return;
  const { press } = VIEWS[shown.view];
  if (press && !(event.key === " " && event.target.tagName === "BUTTON") && press(event.key)) tick();
  else if (event.key === " " && event.target.tagName !== "BUTTON") shown.paused = !shown.paused;
  else if (event.key === "ArrowRight" || event.key === "PageDown") go(1);
  else if (event.key === "ArrowLeft" || event.key === "PageUp") go(-1);
  else if (event.key === "s" || event.key === "S") sound();
  else return;
  event.preventDefault();
  tick();
}

function start() {
  const anew = () => { try { rebuild(); } catch (wrong) { setTimeout(() => { throw wrong; }); } };
  RunnerClock.check(location.href.split(/[?#]/)[0]);
  RunnerClock.every(() => { try { second(); } catch (wrong) { setTimeout(() => { throw wrong; }); } });
  ask(anew);
  let waiting = 0;
  window.addEventListener("resize", () => { clearTimeout(waiting); waiting = setTimeout(anew, 100); });
  window.addEventListener("keydown", keys);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) { anew(); ask(anew); } });
  if (document.fonts) document.fonts.addEventListener("loadingdone", anew);
}
