// What every part below uses, in the JavaScript of 2017. Every page is complete without this script.

const page = document.documentElement;
const root = new URL(page.dataset.root || "./", location.href);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const one = (selector, within = document) => within.querySelector(selector);
const fill = (node, parts) => { node.textContent = ""; node.append(...parts); };
const mark = (file, name) => { const row = file && document.getElementById(file); if (row) row.classList.add(name); };

// Storage: private windows and some browsers on file:// refuse it.

const store = {
  get(kind, key) { try { return window[kind].getItem(key); } catch (error) { return null; } },
  set(kind, key, value) {
    try {
      if (value === null) window[kind].removeItem(key); else window[kind].setItem(key, value);
      return true;
    } catch (error) { return false; }
  },
};
const ME = `runner me ${root.pathname}`;
const PLACE = `runner place ${location.pathname}`;
