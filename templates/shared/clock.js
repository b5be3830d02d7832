/* The clock of a round, for screens and phones: it never counts, it asks what time it is.

   It is given what runner/render/timed_text.py writes; moments are ISO 8601, "" where nobody knows:
     began, published   when the round began and came out
     called, ends       when time is called; until when the extra turns may last
     minutes, turns     the round's minutes (null: no limit); what follows in words ("five extra turns")
     stops              [[from, until], ...]: the clock stands still; until "": it still does
     tables             [[number, called, ends, extra minutes, drawn], ...]: whose time is another
     hall               false where the hall's time zone is not known: then hours are the reader's

   RunnerClock.at(facts, table)  { state, left, until }: `left` seconds until the moment `until`;
       state "waiting" (it has not begun), "running", "stopped", "called", "over", "untimed"
       (`left` seconds have been played) or "unknown". Without a table it is the round's.
   RunnerClock.text(seconds)     "71:40"
   RunnerClock.hour(facts, iso)  "15:30", as the hall's clocks show it
   RunnerClock.now()             the time in ms, right where this device's clock is wrong
   RunnerClock.check(address)    look there (http) what time it is; on file:// nothing happens
   RunnerClock.every(tick)       calls tick() at each full second; gives back how to stop it */
"use strict";
(function () {
  var ahead = 0; // ms that the server's clock is before this one
  var last = null; // where both clocks of this device stood: a jump means sleep, or a clock set
  var source = "";
  var asked = 0;
  var AGAIN = 600000, LIKELY = 1500;

  function now() { return Date.now() + ahead; }
  function moment(iso) { return iso ? Date.parse(iso) : NaN; }

  function check(address) {
    source = address;
    if (!/^https?:/.test(address) || typeof fetch !== "function") return;
    var sent = Date.now();
    asked = performance.now();
    fetch(address + (address.indexOf("?") < 0 ? "?" : "&") + "t=" + sent,
      { method: "HEAD", cache: "no-store" }).then(function (answer) {
      var said = Date.parse(answer.headers.get("Date")), got = Date.now();
      if (!answer.ok || isNaN(said) || got - sent > 5000) return;
      said += 1000 * (parseInt(answer.headers.get("Age"), 10) || 0) + 500; // a date has no fractions
      var found = said - (sent + got) / 2;
      // Within the fraction that a date leaves open, nothing is known better than before.
      if (Math.abs(found - ahead) > LIKELY) ahead = Math.abs(found) > LIKELY ? found : 0;
    }).catch(function () { /* as before */ });
  }

  function noticed() {
    var here = { own: Date.now(), ran: performance.now() };
    var jumped = last && Math.abs(here.own - last.own - (here.ran - last.ran)) > 2000;
    last = here;
    if (source && (jumped || here.ran - asked > AGAIN)) check(source);
  }

  function every(tick) {
    var waiting = 0;
    function next() {
      noticed();
      tick();
      waiting = setTimeout(next, 1000 - (now() % 1000) + 5);
    }
    next();
    return function () { clearTimeout(waiting); };
  }

  /* The time that runs from one moment to another, in ms: none of it while the clock stands. */
  function running(facts, from, to) {
    var left = to - from;
    facts.stops.forEach(function (stop) {
      if (!stop[1]) return;
      left -= Math.max(0, Math.min(to, moment(stop[1])) - Math.max(from, moment(stop[0])));
    });
    return left;
  }

  function standing(facts, time) {
    return facts.stops.filter(function (stop) {
      return moment(stop[0]) <= time && !(moment(stop[1]) <= time);
    })[0];
  }

  function own(facts, table) {
    var found = facts.tables.filter(function (each) { return each[0] === table; })[0];
    return found ? { called: found[1], ends: found[2] } : facts;
  }

  function at(facts, table) {
    var time = now(), times = own(facts, table), began = moment(facts.began);
    var called = moment(times.called), ends = moment(times.ends);
    var stood = standing(facts, time);
    // A clock that stands without an end has its times as if it went on at once.
    if (stood && !stood[1]) time = moment(stood[0]);
    function said(state, until, iso) {
      return { state: state, left: Math.ceil(running(facts, time, until) / 1000), until: iso };
    }
    if (isNaN(began)) return { state: "unknown", left: 0, until: "" };
    if (time < began) return { state: "waiting", left: Math.ceil((began - time) / 1000), until: facts.began };
    if (isNaN(called)) {
      var played = Math.floor(running(facts, began, time) / 1000);
      return { state: facts.minutes === null ? "untimed" : "unknown", left: played, until: "" };
    }
    if (time < called) return said(stood ? "stopped" : "running", called, times.called);
    if (isNaN(ends)) return { state: "called", left: 0, until: "" };
    if (time < ends) return said(stood ? "stopped" : "called", ends, times.ends);
    return { state: "over", left: 0, until: times.ends };
  }

  function text(seconds) {
    var whole = Math.max(0, seconds), rest = whole % 60;
    return Math.floor(whole / 60) + ":" + (rest < 10 ? "0" : "") + rest;
  }

  function hour(facts, iso) {
    if (!iso) return "";
    return facts.hall ? iso.slice(11, 16) : new Date(iso).toTimeString().slice(0, 5);
  }

  window.RunnerClock = { at: at, text: text, hour: hour, now: now, check: check, every: every };
})();
