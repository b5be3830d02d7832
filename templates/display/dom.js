/* Small things that all files of the screens use. */

/* What a screen may show, by its name in the address; each file of views/ adds its own. A view has
   `name()` for who listens, `small(now, parts)` for the header, `title` where it is another than the
   round's, and either `list(now, parts, options)` for rows that are paged (columns.js says which) or `draw(section, now, parts, options, room)` for one page, or for each of
   `pages(now, parts, room, options)`, which it gets as well; with `tick` if it changes by the second. `controls()` are what somebody presses at the screen; `press(key)` tells
   whether a key is one of the view's own. */
const VIEWS = {};

function make(tag, kind, content) {
  const node = document.createElement(tag);
  if (kind) node.className = kind;
  if (content !== undefined) fill(node, content);
  return node;
}

function fill(node, content) {
  node.textContent = "";
  for (const each of Array.isArray(content) ? content : [content]) {
    node.append(each);
  }
  return node;
}

/* A text that changes by the second: touched only when it does. */
function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
  if (node.hidden !== !text) node.hidden = !text;
}

/* Makes a text smaller until it fits into the room that it has, whatever its letters. */
function shrink(node, least) {
  let size = 1;
  node.style.fontSize = "";
  const own = parseFloat(getComputedStyle(node).fontSize);
  while (size > least && (node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight + 1)) {
    size = Math.max(least, size * Math.min(0.97, Math.max(0.5, node.clientWidth / node.scrollWidth)));
    node.style.fontSize = `${own * size}px`;
  }
}
