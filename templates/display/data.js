/* Fresh data without a server: a small script says what there is (runnerPulse), and only what has
   changed is fetched, as scripts too, for nothing else works on file://. What is shown is always of
   one publication: new data is taken over when all of it has come. When the source is gone, the last
   good data stays. */

const EVERY = 5000, PATIENCE = 15000, OLD = 60000;
const BASE = document.currentScript.src.replace(/[^/]*$/, ""); // pages of the stream overlay are elsewhere
const held = {}; // part -> [version, value] that has come
const data = { parts: null, asOf: "", heard: 0 };
let pulse = null;
let asking = false;

function load(address, done) {
  const script = document.createElement("script");
  const end = (came) => {
    clearTimeout(waiting);
    script.remove();
    done(came);
  };
  const waiting = setTimeout(end, PATIENCE, false);
  script.onload = () => end(true);
  script.onerror = () => end(false);
  script.src = address;
  document.head.append(script);
}

window.runnerPulse = (said) => { pulse = said; };
window.runnerPart = (name, version, value) => { held[name] = [version, value]; };

const lacking = () => Object.keys(pulse.parts)
  .filter((name) => !held[name] || held[name][0] !== pulse.parts[name]);

function ask(changed) {
  if (asking) return;
  asking = true;
  load(`${BASE}pulse.js?t=${Date.now()}`, (came) => {
    if (!came || !pulse) return rest(changed);
    data.heard = RunnerClock.now();
    if (renewed(pulse.code)) return undefined;
    const wanted = lacking();
    let open = wanted.length;
    if (!open) return take(changed);
    for (const name of wanted) {
      load(`${BASE}data/${name}.js?v=${pulse.parts[name]}`, () => {
        open -= 1;
        if (!open) take(changed);
      });
    }
    return undefined;
  });
}

function take(changed) {
  if (!lacking().length) {
    const parts = {};
    let fresh = !data.parts;
    for (const name of Object.keys(pulse.parts)) {
      parts[name] = held[name][1];
      fresh = fresh || data.parts[name] !== parts[name];
    }
    data.asOf = pulse.asOf;
    if (fresh) {
      data.parts = parts;
      changed();
    }
  }
  rest(changed);
}

function rest(changed) {
  asking = false;
  setTimeout(ask, EVERY + Math.random() * 1000, changed);
}

/* A new Runner has come: the page loads itself anew, but once in a while only, for a host may hand
   out the old one for some time. */
function renewed(code) {
  if (code === document.body.dataset.code) return false;
  try {
    const before = (sessionStorage.getItem("runner screen") || "").split(" ");
    if (before[0] === code && Date.now() - before[1] < 600000) return false;
    sessionStorage.setItem("runner screen", `${code} ${Date.now()}`);
  } catch (refused) { return false; }
  location.reload();
  return true;
}
