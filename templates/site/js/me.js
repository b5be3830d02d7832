// "This is me".

const badge = document.createElement("p");
badge.className = "me";
const showMe = async () => {
  const me = store.get("localStorage", ME);
  for (const row of all(".mine")) row.classList.remove("mine");
  if (!me) { badge.remove(); return; }
  const row = document.getElementById(me);
  row?.classList.add("mine");
  let mine = null;
  try { mine = (await askSeats()).players.find((each) => each[0] === me); } catch { /* as it was */ }
  if (store.get("localStorage", ME) !== me) return;
  const link = document.createElement("a");
  link.href = new URL(`players/${me}.html`, root).href;
  link.textContent = `You: ${mine ? spoken(mine) : "not in this round"}`;
  badge.replaceChildren(link);
  if (row) {
    const jump = document.createElement("a");
    jump.href = `#${me}`;
    jump.textContent = "Jump to me";
    jump.addEventListener("click", (event) => {
      event.preventDefault();
      row.hidden = false;
      row.scrollIntoView({ block: "center" });
      one("a", row)?.focus({ preventScroll: true });
    });
    badge.append(jump);
  }
  one(".mast").after(badge);
};
const follow = one("[data-follow]");
if (follow && store.set("localStorage", ME, store.get("localStorage", ME))) {
  const label = () => {
    const followed = store.get("localStorage", ME) === follow.dataset.follow;
    follow.setAttribute("aria-pressed", String(followed));
    follow.textContent = followed ? "✓ This is me" : "This is me";
  };
  follow.hidden = false;
  follow.addEventListener("click", () => {
    const followed = store.get("localStorage", ME) === follow.dataset.follow;
    store.set("localStorage", ME, followed ? null : follow.dataset.follow);
    label();
    showMe();
  });
  label();
}
if (store.get("localStorage", ME)) showMe();
