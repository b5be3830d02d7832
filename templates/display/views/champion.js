/* Who has won the event and how, and who came next. */

const READABLE = 120; // px of the champion's name on 1080 lines, below which places give way

VIEWS.champion = {
  name: () => _("Champion"),
  small: () => "",
  draw(section, now) {
    if (!now.champion) {
      poster(section, "welcome", [["p", "large", now.event], ["p", "under", _("The champion is not known yet")]]);
      return;
    }
    const { name, members } = now.champion;
    poster(section, "crown", [["p", "over", _("Champion")], ["p", "large", name],
      ...(members ? [["p", "under", members]] : []), ["p", "under", now.event]]);
    const { story } = now.champion;
    section.append(make("dl", story.length > 5 ? "story many" : "story", story.map(([label, said, score]) => make("div", "", [
      make("dt", "", [make("bdi", "", label)]), make("dd", "", [make("bdi", "", said), make("b", "", score)])]))));
    const list = make("ol", "after");
    const alone = lonely(now.champion.places.map((each) => [each[1], each[2]]));
    for (const [place_, last, first] of now.champion.places) {
      list.append(make("li", "", [make("span", "k", place_), nameCell(last, first, alone(last, first))]));
    }
    section.append(list);
    const large = section.querySelector(".large");
    shrinkPoster(large, READABLE);
    fitNames(section);
    wholePlaces(section, list);
    shrinkPoster(large);
  },
};

/* Below a long name not all places have room: those that share one are all there, or none of them. */
function wholePlaces(section, list) {
  const box = section.getBoundingClientRect();
  const cutOff = () => [...list.children].some((line) => {
    const { bottom, right } = line.getBoundingClientRect();
    return bottom > box.bottom + 1 || right > box.right + 1;
  });
  while (list.lastElementChild && cutOff()) {
    const shared = list.lastElementChild.firstChild.textContent;
    const same = (line) => Boolean(line) && line.firstChild.textContent === shared;
    while (same(list.lastElementChild)) list.lastElementChild.remove();
  }
}
