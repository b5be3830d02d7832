// Times: those of the hall; beside them the reader's own where it is another. A countdown runs to an instant, so that it is
// right after a reload and after sleep.

// In the language of the page, as the reader's country writes it where that speaks the same; hours as the reader counts them.
const family = (locale) => locale.split("-")[0];
const locale = navigator.languages.find((each) => family(each) === family(page.lang)) || page.lang;
const { hourCycle } = new Intl.DateTimeFormat([], { hour: "numeric" }).resolvedOptions();
const clock = (moment) => moment.toLocaleTimeString(locale, { hour: "numeric", minute: "2-digit", hourCycle });
const own = (iso) => {
  const moment = new Date(iso);
  const yours = _("({time} your time)", { time: clock(moment) });
  return moment.toTimeString().slice(0, 5) === iso.slice(11, 16) ? "" : ` ${yours}`;
};
for (const time of all("time[datetime]:not([data-until])")) time.append(own(time.dateTime));

// What is left, in words, of the round or of a table with a time of its own; "" where nobody knows.
const remaining = (table) => {
  const facts = version && version.now.clock;
  if (!facts) return { state: "unknown", words: "" };
  const { state, left, until } = RunnerClock.at(facts, Number(table));
  const words = { running: RunnerClock.text(left), stopped: _("paused"), called: _("Time"), over: _("Time") }[state] || "";
  return { state, words, turns: state === "called" && until ? _("Time, turns until {time}", { time: RunnerClock.hour(facts, until) }) : "" };
};

// The line on top: the round and the time left.
const pill = one(".pill");
const showPill = () => {
  if (fresh.dataset.lost) {
    pill.textContent = _("Not connected");
    pill.className = "pill lost";
    pill.hidden = false;
    return;
  }
  const { state, short } = version.now;
  const { words, state: clock } = remaining();
  const called = clock === "called" || clock === "over";
  const text = {
    before: _("Not begun"), draft: [short, called ? _("time") : words].filter(Boolean).join(" · "), playing: [short, called ? _("time") : words || _("live")].join(" · "),
    over: _("{round} over", { round: short }), between: _("{round} over", { round: short }), final: pgettext("the event is over", "Over"),
  }[state];
  const kind = { before: "soon", draft: called ? "called" : "live", playing: called ? "called" : "live" }[state] || "done";
  if (pill.textContent !== text) pill.textContent = text;
  pill.className = `pill ${clock === "stopped" ? "soon" : kind}`;
  pill.hidden = false;
};
const tick = () => {
  if (!version) return;
  for (const time of all("time[data-until]")) {
    const { words, turns } = remaining(time.dataset.until);
    time.title = time.title || time.textContent;
    const said = turns || words;
    if (said && time.textContent !== said) time.textContent = said;
  }
  const { state } = remaining();
  for (const until of all("[data-until-called]")) until.hidden = state === "called" || state === "over";
  showPill();
};
RunnerClock.every(tick);
RunnerClock.check(new URL("pulse.js", root).href);
