/* In ES5, for browsers that cannot run screen.js: the plain list that they show is loaded anew each
   minute, as it is without scripts, as long as the page can be had. */
setInterval(function () {
  if (!/\bplain\b/.test(document.body.className)) return;
  if (!/^http/.test(location.protocol)) {
    location.reload();
    return;
  }
  var question = new XMLHttpRequest();
  question.onload = function () { if (question.status === 200) location.reload(); };
  question.open("HEAD", location.href);
  question.send();
}, 60000);
