/* Who has won the event, and who came next. */

VIEWS.champion = {
  name: () => _("Champion"),
  small: () => "",
  draw(section, now) {
    if (!now.champion) {
      poster(section, "welcome", [["p", "large", now.event], ["p", "under", _("The champion is not known yet")]]);
      return;
    }
    poster(section, "crown", [["p", "over", _("Champion")], ["p", "large", now.champion.name],
      ["p", "under", now.event]]);
    const list = make("ol", "after");
    const alone = lonely(now.champion.places.map((each) => [each[1], each[2]]));
    for (const [place_, last, first] of now.champion.places) {
      list.append(make("li", "", [make("span", "k", place_), nameCell(last, first, alone(last, first))]));
    }
    section.append(list);
    shrinkPoster(section.querySelector(".large"));
    fitNames(section);
  },
};
