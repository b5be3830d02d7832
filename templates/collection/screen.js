// Shows the screens of several events in turn, and then the code of the hall where its server has one.
// ?events=a,b names the folders of those that are shown, and ?seconds=40 how long each stays.
(function () {
  "use strict";
  var asked = new URLSearchParams(location.search), here = document.body.dataset;
  var there = JSON.parse(here.events);
  var folders = {};
  Object.keys(there).forEach(function (name) { folders[name.toLowerCase()] = name; });
  var named = (asked.get("events") || "").split(",").map(function (name) { return name.trim().toLowerCase(); }).filter(Boolean);
  var wanted = named.length ? named.map(function (name) { return folders[name]; }).filter(Boolean) : JSON.parse(here.played);
  var seconds = Math.max(5, Number(asked.get("seconds")) || 30);
  var frames = [], at = 0, page = "";
  var show = function () {
    frames.forEach(function (frame, number) { frame.hidden = number !== at; });
  };
  var add = function (address) {
    var frame = document.createElement("iframe");
    frame.src = address;
    frame.title = document.title;
    frames.push(frame);
    document.body.append(frame);
    show();
  };
  wanted.forEach(function (name) {
    add("../" + encodeURIComponent(name) + "/display/index.html?message=" + encodeURIComponent(there[name]));
  });
  setInterval(function () { at = (at + 1) % (frames.length || 1); show(); }, seconds * 1000);
  if (location.protocol === "file:") return;
  fetch("code.html", { method: "HEAD" }).then(function (answer) { if (answer.ok) add("code.html"); }, function () {});
  // Events come and go: the page begins anew when it names others.
  var look = function () {
    fetch(location.href, { cache: "no-store" }).then(function (answer) {
      return answer.ok ? answer.text() : page;
    }).then(function (text) {
      if (page && text !== page) location.reload();
      page = text;
    }).catch(function () {});
  };
  look();
  setInterval(look, 30000);
})();
