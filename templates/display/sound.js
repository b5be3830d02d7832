/* A signal when time is called: off until somebody asks for it, with the button or the letter S. */

let speaker = null;
let lastState = "";

function sound() {
  const Context = window.AudioContext || window.webkitAudioContext;
  if (speaker) {
    speaker.close();
    speaker = null;
  } else if (Context) {
    speaker = new Context();
    note(880, 0, 0.15);
  }
  bar.sound.textContent = speaker ? _("Sound on") : _("Sound off");
  bar.sound.setAttribute("aria-pressed", String(Boolean(speaker)));
}

function note(pitch_, after, long) {
  const from = speaker.currentTime + after;
  const tone = speaker.createOscillator();
  const loud = speaker.createGain();
  tone.frequency.value = pitch_;
  loud.gain.setValueAtTime(0.0001, from);
  loud.gain.exponentialRampToValueAtTime(0.4, from + 0.02);
  loud.gain.exponentialRampToValueAtTime(0.0001, from + long);
  tone.connect(loud);
  loud.connect(speaker.destination);
  tone.start(from);
  tone.stop(from + long);
}

function beep(state) {
  if (speaker && state === "called" && lastState === "running") {
    for (let at = 0; at < 3; at += 1) note(660, at * 0.6, 0.5);
  }
  lastState = state;
}

let lastCall = "";

/* In a draft a high note with ten seconds left, a low one when the next pick begins or a pack is
   over. */
function signal(at) {
  if (!at.runs && at.gone) return;
  const ten = at.runs && at.left <= TEN && at.seconds > TEN;
  const call = `${at.step} ${ten}`;
  if (speaker && (at.runs || at.step) && call !== lastCall) note(ten ? 880 : 520, 0, ten ? 0.2 : 0.6);
  lastCall = call;
}
