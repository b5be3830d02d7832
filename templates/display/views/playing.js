/* The tables that still play, as large as they fit, for judges and for who waits. */

VIEWS.playing = {
  name: () => _("Tables still playing"),
  small: (now) => [now.small, _("still playing")].filter(Boolean).join(" · "),

  draw(section, now) {
    section.classList.add("still");
    const row = chipRow(now, Infinity);
    section.append(row);
    const nums = row.querySelector(".nums");
    nums.style.setProperty("--chip", 3);
    for (let size = 3; size > 0.3; size *= 0.94) {
      nums.style.setProperty("--chip", size);
      if (nums.scrollHeight <= nums.clientHeight + 1 && nums.scrollWidth <= nums.clientWidth + 1) break;
    }
  },

  tick(section, now) {
    for (const each of section.querySelectorAll("[data-table]")) extra(each, now);
  },
};
