/* What is at stake at the feature tables. */

VIEWS.stakes = Object.assign(tableView((seat) => seat.stake), {
  name: () => _("What is at stake"),
  title: () => _("What is at stake"),
  small: (now, parts) => parts.feature.goal,
});
