/* Where a draft is: in which step, and for how long. It never counts: what is kept is the moment at
   which the step began, or how much of it had gone when somebody stopped it; the rest follows from
   what time it is. So neither sleep nor a reload does it any harm.

   The steps are the picks and reviews that Runner lists, and before each pack one that opens it,
   which waits for the judge. Where the address says when the draft begins (?start=2026-11-21T14:30)
   only the first one waits, for that moment: all screens that are told the same show the same. */

const LAST_CARD = 5; // seconds in which the last card goes on, for which the rules know none
const TEN = 10;

function draftSteps(listed, waits) {
  const found = [];
  let pack_ = 0;
  for (const [pack, pick, cards, take, seconds] of listed) {
    if (pack !== pack_) {
      if (waits || !found.length) found.push({ kind: "open", pack, pick: 0, cards, take, seconds: Infinity });
      pack_ = pack;
    }
    found.push({ kind: pick ? "pick" : "review", pack, pick, cards, take, seconds: seconds || LAST_CARD });
  }
  found.push({ kind: "over", pack: pack_, pick: 0, cards: 0, take: 0, seconds: Infinity });
  return found;
}

/* The step that a state has come to by now, with the seconds of it that have gone. A state is
   { step, gone } where it stands still, { step, began } (ms) where it runs. */
function draftAt(steps, state, time) {
  let { step } = state;
  let gone = state.began === undefined ? state.gone : Math.max(0, Math.floor((time - state.began) / 1000));
  while (gone >= steps[step].seconds) {
    gone -= steps[step].seconds;
    step += 1;
  }
  const stands = steps[step].seconds === Infinity;
  const runs = state.began !== undefined && !stands;
  return Object.assign({}, steps[step], { step, gone: stands ? 0 : gone, runs });
}

/* --- what the judge does ------------------------------------------------------------------------- */

const draftKept = { id: "", state: null };

function draftState(id, steps) {
  let found = draftKept.id === id ? draftKept.state : null;
  try {
    const said = JSON.parse(localStorage.getItem("runner draft") || "null");
    if (said && said.id === id) found = said.state;
  } catch (refused) { /* this page remembers it as long as it is open */ }
  const sound_ = found && steps[found.step] && (found.gone >= 0 || found.began >= 0);
  return sound_ ? found : { step: 0, gone: 0 };
}

function keepDraft(id, state) {
  Object.assign(draftKept, { id, state });
  try {
    localStorage.setItem("runner draft", JSON.stringify({ id, state }));
  } catch (refused) { /* as above */ }
}

/* The full second that the time is nearest to, for it is then that screens look. */
const second_ = () => Math.round(RunnerClock.now() / 1000) * 1000;

/* The state after "stop or go on", "on", "back" or "anew". Whoever goes back within two seconds of a
   step goes to the one before. */
function draftMoved(steps, state, what) {
  const now = draftAt(steps, state, RunnerClock.now());
  const to = (step) => (now.runs && steps[step].seconds < Infinity ? { step, began: second_() } : { step, gone: 0 });
  const last = steps.length - 1;
  if (what === "anew") return { step: 0, gone: 0 };
  if (what === "on") return to(Math.min(last, now.step + 1));
  if (what === "back") return to(Math.max(0, now.gone >= 2 ? now.step : now.step - 1));
  if (now.runs) return { step: now.step, gone: now.gone };
  if (now.kind === "open") return { step: now.step + 1, began: second_() };
  return now.kind === "over" ? state : { step: now.step, began: second_() - now.gone * 1000 };
}

/* --- many screens that follow a moment ------------------------------------------------------------ */

/* The moment (ms) that the address names, or null. */
function draftStart() {
  const said = Date.parse(new URLSearchParams(location.search).get("start") || "");
  return isNaN(said) ? null : said;
}

function draftFollowing(steps, start) {
  const time = RunnerClock.now();
  const until = Math.ceil((start - time) / 1000);
  if (until > 0) return Object.assign({}, steps[0], { step: 0, gone: 0, runs: false, until });
  return draftAt(steps, { step: 1, began: start }, time);
}
