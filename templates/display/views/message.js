/* A message over the whole screen, and the welcome before the first round. */

function poster(section, kind, lines) {
  section.classList.add("poster", kind);
  for (const [tag, class_, words] of lines) {
    if (words) section.append(make(tag, class_, [make("bdi", "", words)]));
  }
  const large = section.querySelector(".large");
  if (large) shrinkPoster(large);
}

/* As large as the screen allows, but no smaller than `least`; words are broken only where nothing else helps. */
function shrinkPoster(large, least = 30) {
  const section = large.parentNode;
  const edge = parseFloat(getComputedStyle(section).paddingTop);
  for (let size = section.classList.contains("message") ? 480 : 280; size > least; size *= 0.94) {
    large.style.fontSize = `calc(var(--u) * ${Math.round(size)})`;
    large.classList.toggle("breaks", size < 80);
    const [from, to] = [section.firstChild, section.lastChild].map((each) => each.getBoundingClientRect());
    const room = section.getBoundingClientRect();
    if (large.scrollWidth <= large.clientWidth + 1 && from.top >= room.top + edge && to.bottom <= room.bottom - edge) return;
  }
}

VIEWS.message = {
  name: () => _("Message"),
  small: (now) => now.small,
  draw(section, now, parts, options) {
    poster(section, "message", [["p", "large", options.message || now.event]]);
  },
};

VIEWS.welcome = {
  name: () => _("Welcome"),
  small: () => "",
  draw(section, now) {
    poster(section, "welcome", [
      // Note: the name of the event stands below, on a line of its own.
      ["p", "over", _("Welcome to")],
      ["p", "large", now.event],
      ["p", "under", now.draft ? _("The draft seats will appear here") : _("The pairings of round 1 will appear here")],
    ]);
    if (now.code) section.append(code(now.code));
    shrinkPoster(section.querySelector(".large"));
  },
};
