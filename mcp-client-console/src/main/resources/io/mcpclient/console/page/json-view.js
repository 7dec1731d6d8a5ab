/* JSON as a tree and, where it is a list of objects, as a table; numbers as a plot. */

import { code, el, pretty, tabs } from "./dom.js";
import { isLong } from "./json.js";
import { plots, seriesOf } from "./plot.js";
import { isObject } from "./schema.js";

const MAX_CHILDREN = 500;
const MAX_ROWS = 500;
const MAX_COLUMNS = 30;
const OPEN_DEPTH = 3;
const OPEN_CHILDREN = 20;

export function jsonView(value) {
  const entries = [["Tree", () => el("div", { class: "tree" }, tree(value, 0))]];
  const rows = tableOf(value);
  if (rows) entries.unshift(["Table", () => table(rows)]);
  const series = seriesOf(value, rows);
  if (series) entries.push(["Plot", () => plots(series)]);
  entries.push(["JSON", () => code(pretty(value))]);
  return tabs("Forms of the value", entries).node;
}

function scalar(value) {
  return el("span", { class: "json " + (value === null ? "null" : isLong(value) ? "number" : typeof value) }, typeof value === "string" ? value : JSON.stringify(value));
}

function tree(value, depth) {
  if (value === null || typeof value !== "object" || isLong(value)) return scalar(value);
  const entries = Object.entries(value);
  const summary = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`;
  if (entries.length === 0) return el("span", { class: "json null" }, Array.isArray(value) ? "[ ]" : "{ }");
  const node = el("details", { open: depth === 0 || (depth < OPEN_DEPTH && entries.length <= OPEN_CHILDREN) }, el("summary", {}, summary));
  let drawn = false;
  const draw = () => { // large values are drawn where they are opened
    if (drawn || !node.open) return;
    drawn = true;
    node.append(el("ul", {}, ...entries.slice(0, MAX_CHILDREN).map(([key, child]) =>
      el("li", {}, el("span", { class: "key" }, key), " ", tree(child, depth + 1))),
    entries.length > MAX_CHILDREN ? el("li", { class: "quiet" }, `and ${entries.length - MAX_CHILDREN} more`) : null));
  };
  node.addEventListener("toggle", draw);
  draw();
  return node;
}

/** The rows of a table: a list of objects, or the only member that is one. */
function tableOf(value) {
  const isRows = (one) => Array.isArray(one) && one.length > 0 && one.every(isObject);
  if (isRows(value)) return value;
  const lists = isObject(value) ? Object.values(value).filter(isRows) : [];
  return lists.length === 1 ? lists[0] : null;
}

function table(rows) {
  const columns = [...new Set(rows.slice(0, MAX_ROWS).flatMap(Object.keys))].slice(0, MAX_COLUMNS);
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table" }, el("table", {},
    el("thead", {}, el("tr", {}, ...columns.map((one) => el("th", { scope: "col", class: typeof rows[0][one] === "number" ? "numeric" : null }, one)))),
    el("tbody", {}, ...rows.slice(0, MAX_ROWS).map((row) => el("tr", {}, ...columns.map((one) =>
      el("td", { class: typeof row[one] === "number" ? "numeric" : null }, cell(row, one))))))),
  rows.length > MAX_ROWS ? el("p", { class: "quiet" }, `The first ${MAX_ROWS} of ${rows.length} rows.`) : null);
}

function cell(row, name) {
  const value = Object.hasOwn(row, name) ? row[name] : undefined;
  return value === undefined ? "" : value !== null && typeof value === "object" ? JSON.stringify(value).slice(0, 200) : scalar(value);
}
