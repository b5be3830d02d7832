// Follow friends: a star on their pages. They stand on home and are marked in lists; kept on this phone only.

const FRIENDS = `runner friends ${root.pathname}`;
const friends = () => (store.get("localStorage", FRIENDS) || "").split(" ").filter(Boolean);

const star = one("[data-friend]");
const showStar = () => {
  const followed = friends().includes(star.dataset.friend);
  star.setAttribute("aria-pressed", String(followed));
  star.textContent = followed ? "★" : "☆";
};
if (star && remembers) {
  star.hidden = false;
  star.addEventListener("click", () => {
    const [own, others] = [star.dataset.friend, friends().filter((file) => file !== star.dataset.friend)];
    store.set("localStorage", FRIENDS, (friends().includes(own) ? others : [...others, own]).join(" ") || null);
    showFriends();
  });
}

const friendLine = (line, rank, seed) => {
  const link = make("a", "", make("bdi", "", line.called || line.name));
  link.href = pageOf(line.own || line.file);
  const playing = version.now.state === "playing" && line.table;
  const facts = [playing ? "" : line.words, seed ? _("Seed {number}", { number: seed }) : rank ? _("Rank {rank}", { rank: rank[0] }) : "", rank ? rank[2] : ""];
  const made = make("li", "", make("div", "", link, make("small", "", facts.filter(Boolean).join(" · "))));
  if (playing) {
    const tag = make("span", "tag", make("b", "", make("span", "vh", `${_("Table")} `), line.table));
    if (line.seat) tag.append(make("i", "", make("span", "vh", `${_("Seat")} `), line.seat));
    made.append(tag);
  }
  return made;
};
const showFriends = async () => {
  if (star) showStar();
  for (const row of all(".friend")) row.classList.remove("friend");
  const followed = friends().filter((file) => file !== me());
  for (const file of followed) mark(file, "friend");
  if (!home || !version) return;
  let lines = [];
  if (followed.length) {
    try {
      const [known, ranks] = await askAll();
      const people = [...members(known), ...known.players.map(person)];
      lines = followed.map((file) => people.find((each) => (each.own || each.file) === file))
        .filter(Boolean).map((line) => friendLine(line, ranks.players[line.file], seedOf(ranks, line)));
    } catch (error) { return; }
  }
  const shown = one(".friends");
  if (shown) shown.remove();
  if (lines.length) home.parentNode.append(make("section", "card friends", make("h2", "", _("Friends")), make("ul", "", ...lines)));
};
showFriends();
document.addEventListener("runner-me", showFriends);
addEventListener("pageshow", (event) => { if (event.persisted) showFriends(); });
addEventListener("storage", (event) => { if (event.key === FRIENDS) showFriends(); });
