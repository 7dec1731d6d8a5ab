/*
 * A list with a search beside the chosen item. Rows are made once and only hidden by the search: a thousand of them stay quick. On a
 * phone, either the list or the item is shown.
 */

import { count, el, empty, setText } from "./dom.js";
import { store } from "./store.js";

/**
 * options: area, one (noun), items(), key(item), row(item) → nodes, group(item), text(item), detail(item) → { node, close? }
 */
export function listPane(root, options) {
  const search = el("input", { type: "search", placeholder: `Search ${options.one}s`, "aria-label": `Search ${options.one}s`, autocomplete: "off", spellcheck: "false" });
  const found = el("p", { class: "quiet found", role: "status" });
  const list = el("div", { class: "list" });
  const place = el("div", { class: "item" });
  const back = el("a", { class: "back", href: "#/" + options.area }, "← All " + options.one + "s");
  const pane = el("div", { class: "pane", "data-view": "list" },
    el("aside", { "aria-label": `All ${options.one}s` }, el("div", { class: "find" }, search, found), list), el("div", { class: "chosen" }, back, place));
  root.append(pane);
  let rows = [];
  let groups = [];
  let chosen = null;
  let detail = null;

  function draw() {
    const folded = new Set([...list.querySelectorAll("details:not([open])")].map((one) => one.dataset.group));
    const scroll = list.scrollTop;
    const byGroup = new Map();
    rows = options.items().map((item) => {
      const key = options.key(item);
      const link = el("a", { href: `#/${options.area}/${encodeURIComponent(key)}`, class: "row" }, ...options.row(item));
      const group = options.group(item);
      byGroup.set(group, [...byGroup.get(group) ?? [], link]);
      return { item, key, link, text: options.text(item).toLowerCase(), group };
    });
    groups = [...byGroup].map(([name, links]) => {
      const number = el("span", { class: "number" }, links.length);
      const node = el("details", { open: !folded.has(name), "data-group": name },
        el("summary", {}, el("span", {}, name), number), ...links);
      return { name, node, number };
    });
    list.replaceChildren(...groups.map((one) => one.node));
    if (rows.length === 0) list.append(empty(store.live ? `No server has ${options.one}s.` : "Loading…"));
    list.scrollTop = scroll;
    filter();
    mark();
    if (chosen !== null && (detail === null || detail.stale?.(find(chosen)))) show(chosen);
  }

  function find(key) {
    return rows.find((one) => one.key === key)?.item ?? null;
  }

  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const server = words.filter((word) => word.startsWith("server:")).map((word) => word.slice(7));
    const rest = words.filter((word) => !word.startsWith("server:"));
    const visible = new Map();
    let total = 0;
    for (const row of rows) {
      const matches = rest.every((word) => row.text.includes(word)) && server.every((name) => row.group.toLowerCase() === name);
      if (row.link.hidden === matches) row.link.hidden = !matches;
      if (matches) {
        total++;
        visible.set(row.group, (visible.get(row.group) ?? 0) + 1);
      }
    }
    for (const group of groups) {
      group.node.hidden = !visible.has(group.name);
      setText(group.number, visible.get(group.name) ?? 0);
    }
    setText(found, words.length === 0 ? count(rows.length, options.one) : `${total} of ${count(rows.length, options.one)}`);
  }

  function mark() {
    for (const row of rows) {
      if (row.key === chosen) row.link.setAttribute("aria-current", "true");
      else row.link.removeAttribute("aria-current");
    }
  }

  function show(key) {
    const item = find(key);
    detail?.close?.();
    detail = item === null ? null : options.detail(item);
    place.replaceChildren(detail?.node ?? empty(rows.length > 0 ? `There is no ${options.one} “${key}” any more.` : "Loading…"));
  }

  search.addEventListener("input", filter);
  search.addEventListener("keydown", (event) => {
    const first = rows.find((row) => !row.link.hidden);
    if (event.key === "Enter" && first) location.hash = first.link.hash;
    if (event.key === "ArrowDown" && first) {
      event.preventDefault();
      first.link.focus();
    }
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || !event.target.matches("a.row")) return;
    event.preventDefault();
    const links = rows.filter((row) => !row.link.hidden && row.link.offsetParent !== null).map((row) => row.link);
    const next = links[links.indexOf(event.target) + step];
    (next ?? (step < 0 ? search : event.target)).focus();
  });
  place.replaceChildren(empty(options.hint));
  draw();
  return {
    draw,
    open(key) {
      if (key?.startsWith("server:")) {
        search.value = key;
        filter();
        key = null;
      }
      pane.dataset.view = key === null ? "list" : "item";
      if (key === chosen && detail !== null) return;
      chosen = key;
      mark();
      if (key === null) {
        detail?.close?.();
        detail = null;
        place.replaceChildren(empty(options.hint));
      } else {
        show(key);
        if (matchMedia("(max-width: 60rem)").matches) scrollTo(0, 0);
      }
    },
    close: () => detail?.close?.(),
  };
}
