"""Every kind of page and display in many states: no text is cut, covered or too small to read."""

import os
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.support import displays, gallery
from tests.support.displays import FULL, HD, ULTRA, UPRIGHT, number_of_pages

pytestmark = [pytest.mark.browser, pytest.mark.thorough, pytest.mark.soak]

WIDTHS = ((320, 640), (390, 844), (768, 1024), (1440, 900))
HALL = (HD, FULL, ULTRA, UPRIGHT)
SMALLEST, SMALLEST_IN_HALL = 12, 18
"""The least size of text in px: on pages, and on a display of 1080 lines. On one of 65 inches a px
is 0.75 mm: a reader 3 m away sees the capitals of 18 px as 10 minutes of arc."""
LONGEST = 50
"""Letters of a name that may be smaller where a card of a bracket has no more room."""
SHORTENED = {
    ".leaders bdi": "two lines of a name; the row leads to the player’s page",
    ".match bdi": "the row leads to the player’s page, and its title has the whole name",
    ".tree h2": "the chips above the tree have the whole title of the stage",
    ".fits > :not(.seen) *": "the stages beside the one in sight, whole where they are swiped to",
    ".event bdi": "two lines of the event’s name; the first page has all of it as its heading",
    ".cross bdi": "two lines of a name in the crosstable; the row leads to the player’s page",
}
"""What the design shortens with an ellipsis, and where all of it is."""
LOOK = """([shortened, smallest, longest]) => {
  for (const each of document.querySelectorAll("details")) each.open = true;
  const found = [], texts = [], styles = new Map(), seen = new Set();
  const style = (node) => styles.get(node) || styles.set(node, getComputedStyle(node)).get(node);
  const say = (what, node, more, up = node.parentElement) => {
    const path = [up, node].map((each) => each.tagName.toLowerCase()
      + [...each.classList].map((name) => "." + name).join("")).join(" > ");
    const line = [what, path, more].join(" | ");
    if (!seen.has(line)) { seen.add(line); found.push(line); }
  };
  const round = document.documentElement;
  if (round.scrollWidth > round.clientWidth) found.push("scrolls sideways | " + round.scrollWidth);
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const own = node.parentElement;
    if (!node.data.trim() || own.closest("noscript, script, style, title")) continue;
    if (!own.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const below = /^[\\d:.\\s–-]+$/.test(node.data) ? 0.2 : 0.08; // digits stand on the line
    let box = [...range.getClientRects()].filter((at) => at.width > 0).map((at) => ({
      left: at.left, right: at.right, top: at.top + at.height * 0.17,
      bottom: at.bottom - at.height * below }));
    let hidden = false, layer = document.body, across = true, down = true;
    for (let up = own; up !== document.documentElement; up = up.parentElement) {
      const now = style(up), at = up.getBoundingClientRect();
      if (now.clipPath !== "none" || (at.width <= 1 && now.overflowX !== "visible")) hidden = true;
      if (hidden) break;
      if (["fixed", "sticky"].includes(now.position) && layer === document.body) layer = up;
      if (now.display === "inline" || now.display === "contents") continue;
      const scrolls = (value) => value === "auto" || value === "scroll";
      const clips = (value) => value === "hidden" || value === "clip";
      if (scrolls(now.overflowX)) across = false;
      if (scrolls(now.overflowY)) down = false;
      const edge = { left: at.left + up.clientLeft, top: at.top + up.clientTop };
      edge.right = edge.left + up.clientWidth; edge.bottom = edge.top + up.clientHeight;
      const page = up === document.body && !up.classList.contains("live");
      const over = box.some((each) => (across && clips(now.overflowX) && !page
        && (each.left < edge.left - 1.5 || each.right > edge.right + 1.5))
        || (down && clips(now.overflowY) && !page
        && (each.top < edge.top - 1.5 || each.bottom > edge.bottom + 1.5)));
      if (over && !own.closest(shortened)) say("cut", own, node.data.trim().slice(0, 60), up);
      if (now.overflowX !== "visible" || now.overflowY !== "visible") {
        box = box.map((each) => ({ left: Math.max(each.left, edge.left),
          right: Math.min(each.right, edge.right), top: Math.max(each.top, edge.top),
          bottom: Math.min(each.bottom, edge.bottom) }))
          .filter((each) => each.right > each.left && each.bottom > each.top);
      }
    }
    if (hidden || !box.length) continue;
    const drawn = own.ownerSVGElement ? own.getScreenCTM().a : 1;
    const size = parseFloat(style(own).fontSize) * drawn;
    const long = own.closest(".spot") && own.textContent.length > longest;
    if (size < smallest - 0.05 && !long) say("small", own, size.toFixed(1));
    for (const each of box) texts.push({ ...each, own, layer });
  }
  texts.sort((one, other) => one.top - other.top);
  texts.forEach((one, at) => {
    for (let next = at + 1; next < texts.length && texts[next].top < one.bottom - 2; next++) {
      const other = texts[next];
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - other.top;
      if (one.own === other.own || one.layer !== other.layer || wide <= 2 || high <= 2) continue;
      say("overlap", one.own, `${one.own.textContent.trim().slice(0, 40)} / `
        + `${other.own.textContent.trim().slice(0, 40)}`);
    }
  });
  return found;
}"""


@dataclass(frozen=True)
class Look:
    """What stands wrong on the pages of one state, by where that is."""

    state: str
    found: list[str]
    seen: list[int]

    def at(self, page: Page, where: str, smallest: float) -> None:
        """Look at what is open in the page now."""
        self.seen.append(1)
        for each in page.evaluate(LOOK, [", ".join(SHORTENED), smallest, LONGEST]):
            self.found.append(f"{self.state} | {where} | {each}")

    def done(self) -> None:
        """Write down what was found where the surroundings ask for it, and fail if that is any."""
        if report := os.environ.get("RUNNER_LOOK"):
            with Path(report).open("a", encoding="utf-8") as file:
                file.writelines(f"{line}\n" for line in (f"# {len(self.seen)}", *self.found))
        assert not self.found, "\n".join(self.found)


@pytest.fixture(params=gallery.looked_at())
def look(request: pytest.FixtureRequest) -> Look:
    return Look(request.param, [], [])


def test_pages(browser: Browser, root: Path, look: Look) -> None:
    folder = gallery.built(look.state, root)
    context = browser.new_context(timezone_id="Europe/Lisbon", reduced_motion="reduce")
    page = context.new_page()
    page.clock.install(time=gallery.now(look.state))

    def at(path: str, who: str = "") -> None:
        page.set_viewport_size({"width": WIDTHS[0][0], "height": WIDTHS[0][1]})
        page.goto((folder / path).as_uri())
        page.evaluate("document.fonts.ready")
        for width, height in WIDTHS:
            page.set_viewport_size({"width": width, "height": height})
            look.at(page, f"{path}{who} {width}", SMALLEST)

    pages = gallery.kinds(folder)
    for path in pages:
        at(path)
    me = sorted((folder / "players").glob("P*.html"))[0]
    page.goto(me.as_uri())
    if (follow := page.locator("[data-follow]")).is_visible():
        follow.click()
    for path in pages:
        if path.startswith(gallery.OWN):
            at(path, ", as a player")
    context.close()
    look.done()


def test_displays(browser: Browser, root: Path, look: Look) -> None:
    folder = gallery.built(look.state, root)
    context = browser.new_context(timezone_id="Europe/Lisbon", reduced_motion="reduce")
    for asked in gallery.screens(look.state, folder):
        page = context.new_page()
        page.set_viewport_size({"width": HD[0], "height": HD[1]})
        displays.open_(page, folder, asked, at=gallery.now(look.state))
        empty = page.locator(".none").count()
        for width, height in HALL[: 2 if "overlay" in asked else 1 if empty else 4]:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("dispatchEvent(new Event('resize'))")
            page.clock.run_for(500)
            smallest = SMALLEST_IN_HALL * min(width, height) / 1080
            for number in range(min(number_of_pages(page), 3)):
                look.at(page, f"{asked} {width} {number + 1}", smallest)
                page.keyboard.press("ArrowRight")
        page.close()
    context.close()
    look.done()
