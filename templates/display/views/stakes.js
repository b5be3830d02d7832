/* What is at stake at the feature tables. */

VIEWS.stakes = {
  name: () => _("What is at stake"),
  title: () => _("What is at stake"),
  small: (now, parts) => parts.feature.goal,
  draw(section, now, parts, options) {
    drawTables(section, now, parts, options, (seat) => seat.stake);
  },
};
