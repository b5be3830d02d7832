/* What is at stake at the feature tables. */

VIEWS.stakes = {
  name: () => _("What is at stake"),
  title: () => _("What is at stake"),
  small: (now, parts) => parts.feature.goal,
  draw(section, now, parts, options, room) {
    drawTables(section, now, parts, options, room, (seat) => seat.stake);
  },
};
