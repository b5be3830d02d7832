// Shows the screens of several events in turn. ?events=a,b names the folders of those that are
// shown, and ?seconds=40 how long each stays.
(function () {
  "use strict";
  var asked = new URLSearchParams(location.search);
  var wanted = (asked.get("events") || "").split(",").filter(Boolean);
  var seconds = Math.max(5, Number(asked.get("seconds")) || 30);
  var frames = Array.prototype.filter.call(document.querySelectorAll("iframe"), function (frame) {
    var slug = decodeURIComponent(frame.getAttribute("src").split("/")[1]);
    var stays = !wanted.length || wanted.indexOf(slug) >= 0;
    if (!stays) frame.remove();
    return stays;
  });
  var at = 0;
  var show = function () {
    frames.forEach(function (frame, number) { frame.hidden = number !== at; });
  };
  show();
  if (frames.length > 1) {
    setInterval(function () { at = (at + 1) % frames.length; show(); }, seconds * 1000);
  }
  // Events come and go: the list is read again now and then, if the page can be had.
  setInterval(function () {
    if (location.protocol === "file:") return;
    fetch(location.href, { method: "HEAD", cache: "no-store" }).then(function (answer) {
      if (answer.ok) location.reload();
    }, function () {});
  }, 600000);
})();
