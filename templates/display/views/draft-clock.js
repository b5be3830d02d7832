/* The clock of a draft: pack, pick, cards and seconds, what a judge calls, what comes next, and which
   way cards go. A judge runs it at the screen. */

/* What a judge calls out, sentence by sentence. */
const CALLS = {
  open: (at) => (at.laid ? [_("Lay pack {pack} open on the table.", at)] : [at.step ? _("Pick up pack {pack}.", at) : _("Pick up your first pack."),
    _("Count the cards face down: {cards}.", at)]),
  pick(at) {
    if (at.left <= TEN && at.seconds > TEN) return [_("10 seconds.")];
    if (at.cards <= at.take) return [_("Draft."), at.cards > 1 ? _("Take the last cards.") : _("Take the last card.")];
    return [_("Draft."), at.take > 1 ? ngettext("{n} card, take {take}.", "{n} cards, take {take}.", at.cards, at)
      : ngettext("{n} card.", "{n} cards.", at.cards), ngettext("{n} second.", "{n} seconds.", at.seconds)];
  },
  review: (at) => (at.left <= TEN ? [_("10 seconds."), ...(at.laid ? [] : [_("Cards face down.")])]
    : [at.laid ? _("Look at the cards on the table.") : _("Look at your cards."), ngettext("{n} second.", "{n} seconds.", at.seconds)]),
  over: () => [_("Keep your cards face down."), _("Wait for the building tables.")],
};

/* "Pack 2, pick 3 · 9 cards · 20 seconds" */
const LINES = {
  open: (at) => [_("Pack {pack}", at), cardsOf(at)],
  pick: (at) => [_("Pack {pack}, pick {pick}", at), cardsOf(at), secondsOf(at)],
  review: (at) => [at.laid ? _("Review of pack {pack}", at) : _("Review after pack {pack}", at), secondsOf(at)],
  over: () => [],
};

const cardsOf = ({ cards, take, kind }) => (take > 1 && kind === "pick"
  ? ngettext("{n} card, take {take}", "{n} cards, take {take}", cards, { take })
  : ngettext("{n} card", "{n} cards", cards));
const secondsOf = ({ seconds }) => ngettext("{n} second", "{n} seconds", seconds);

/* Packs go to the left, to the right, to the left. */
const toLeft = ({ pack }) => pack % 2 === 1;

VIEWS["draft-clock"] = {
  name: () => _("Draft clock"),
  title: () => _("Draft"),
  small: (now, parts) => parts.draft.phase,
  corner: () => ["", ""],

  controls() {
    if (draftStart() !== null) return "";
    const button = (kind, words) => {
      const made = make("button", kind, words);
      made.type = "button";
      made.dataset.does = kind;
      made.addEventListener("click", (event) => {
        doDraft(kind);
        if (event.detail) made.blur(); // so that space is the clock's again
      });
      return made;
    };
    return [button("anew", _("From the start")), button("back", _("Back")),
      button("go", pgettext("draft clock", "Start")), button("on", _("Next"))];
  },

  press(key) {
    const what = { " ": "go", ArrowRight: "on", PageDown: "on", ArrowLeft: "back", PageUp: "back" }[key];
    if (!what) return false;
    if (draftStart() === null) doDraft(what);
    return true;
  },

  draw(section, now, parts) {
    if (!parts.draft.steps.length) {
      fill(section, make("p", "none", _("There is no draft")));
      return;
    }
    section.classList.add("pick");
    section.append(make("div", "track"), make("p", "line"), make("div", "mid", [way(true), make("p", "big"), way(false)]),
      make("p", "call"), make("p", "next"));
    VIEWS["draft-clock"].tick(section, now, parts);
  },

  tick(section, now, parts) {
    if (!parts.draft.steps.length) return;
    const [at, next] = draftNow(parts);
    drawLine(section.querySelector(".line"), LINES[at.kind](at));
    drawTrack(section.querySelector(".track"), at, parts);
    section.querySelectorAll(".way").forEach((each) => {
      each.classList.toggle("here", !at.laid && at.kind !== "over" && at.kind !== "review" && (each.dataset.way === "left") === toLeft(at));
    });
    drawBig(section.querySelector(".big"), at);
    say(section.querySelector(".call"), at.until ? _("The draft begins soon. Find your seat.") : CALLS[at.kind](at).join(" "));
    say(section.querySelector(".next"), nextWords(at, next));
    const { classList } = section.querySelector(".mid");
    classList.toggle("soon", at.runs && at.left <= TEN && at.seconds > TEN);
    classList.toggle("stands", !at.runs && at.gone > 0);
    label(at);
    signal(at);
  },
};

function draftNow(parts) {
  const start = draftStart(), steps = draftSteps(parts.draft.steps, start === null);
  const at = start === null ? draftAt(steps, draftState(parts.draft.id, steps), RunnerClock.now())
    : draftFollowing(steps, start);
  const laid = parts.draft.rochester, next = steps[at.step + 1];
  return [Object.assign({}, at, { laid, left: at.seconds - at.gone }), next && Object.assign({}, next, { laid })];
}

function doDraft(what) {
  const { id, steps } = shown.parts.draft;
  if (!steps.length) return;
  const all = draftSteps(steps, true);
  keepDraft(id, draftMoved(all, draftState(id, all), what));
  tick();
}

/* What the buttons do now. */
function label(at) {
  const [anew, back, go_, on] = bar.controls.querySelectorAll("button");
  if (!go_) return;
  say(go_, at.runs ? _("Pause") : at.gone ? _("Resume") : pgettext("draft clock", "Start"));
  anew.disabled = at.runs || !at.step;
  back.disabled = !at.step && !at.gone;
  go_.disabled = on.disabled = at.kind === "over";
}

function drawLine(node, pieces) {
  const words = pieces.join(" · ");
  if (node.textContent === words) return;
  fill(node, words);
  shrink(node, 0.3);
}

function bigWords(at) {
  if (at.until) return RunnerClock.text(at.until);
  if (at.kind === "open") return _("Pack {pack}", at);
  if (at.kind === "over") return _("The draft is over");
  return at.left > 99 ? RunnerClock.text(at.left) : String(at.left);
}

/* As large as the middle allows; figures of one length keep their size. */
function drawBig(node, at) {
  const words = bigWords(at);
  const before = node.textContent;
  say(node, words);
  if (before.length === words.length && node.style.fontSize) return;
  const most = Math.min(560 * unit(), node.parentNode.clientHeight / 0.8);
  node.style.fontSize = `${most}px`;
  const room = node.parentNode.clientWidth - 2 * 250 * unit();
  node.style.fontSize = `${Math.min(most, (most * room) / Math.max(node.scrollWidth, 1))}px`;
}

/* A mark for each pick of the pack: those that are over, this one, those to come. */
function drawTrack(node, at, parts) {
  const picks = parts.draft.steps.filter(([pack, pick]) => pack === at.pack && pick).length;
  const done = at.kind === "pick" ? at.pick - 1 : at.kind === "open" || at.laid ? 0 : picks;
  const key = `${picks} ${done} ${at.kind}`;
  if (node.dataset.key === key) return;
  node.dataset.key = key;
  fill(node, Array.from({ length: picks }, (_0, index) => make("i",
    index < done ? "done" : index === done && at.kind === "pick" ? "now" : "")));
}

function way(left) {
  const space = "http://www.w3.org/2000/svg";
  const picture = document.createElementNS(space, "svg");
  const path = document.createElementNS(space, "path");
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("aria-hidden", "true");
  path.setAttribute("d", left ? "M14 3 5 12l9 9v-6h6V9h-6z" : "M10 3l9 9-9 9v-6H4V9h6z");
  picture.append(path);
  const made = make("div", "way", [picture, make("span", "", left ? _("Pass to the left") : _("Pass to the right"))]);
  made.dataset.way = left ? "left" : "right";
  return made;
}

function nextWords(at, next) {
  if (!next || next.kind === "over") return "";
  if (next.kind === "open") return _("Next: pack {pack}", next);
  const [what, ...rest] = LINES[next.kind](next);
  return _("Next: {what}", { what: [what, ...rest].join(" · ") });
}
