/* A message over the whole screen, and the welcome before the first round. */

function poster(section, kind, lines) {
  section.classList.add("poster", kind);
  for (const [tag, class_, words] of lines) {
    if (words) section.append(make(tag, class_, [make("bdi", "", words)]));
  }
  const large = section.querySelector(".large");
  if (large) shrinkPoster(large);
}

function shrinkPoster(large) {
  for (let size = 1; size > 0.1; size *= 0.93) {
    large.style.fontSize = `calc(var(--u) * ${Math.round(260 * size)})`;
    if (large.scrollWidth <= large.clientWidth + 1 && large.scrollHeight <= large.clientHeight + 1) return;
  }
}

VIEWS.message = {
  small: (now) => now.small,
  draw(section, now, parts, options) {
    poster(section, "message", [["p", "large", options.message || now.event]]);
  },
};

VIEWS.welcome = {
  small: () => "",
  draw(section, now) {
    poster(section, "welcome", [
      ["p", "over", "Welcome to"],
      ["p", "large", now.event],
      ["p", "under", "The pairings of round 1 come here"],
    ]);
    if (now.code) section.append(code(now.code));
  },
};
