/* The screens of several events in turn: the page that the common site of their folder has for the hall. */

VIEWS.events = {
  name: () => _("Events"),
  small: () => "",
  controls: () => make("iframe", "events"),
  tick(main, now, parts, options) {
    const frame = bar.controls.firstChild;
    const wanted = new URL(`../../-/screen.html${options.part ? `?events=${encodeURIComponent(options.part)}` : ""}`, location.href.split(/[?#]/)[0]).href;
    if (frame.dataset.at === wanted) return;
    frame.dataset.at = wanted;
    frame.title = _("Events");
    frame.src = wanted;
  },
  draw() {},
};
