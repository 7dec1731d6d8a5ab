/* Series of numbers as small pictures, each with its values in a table beside it. */

import { count, el, svg } from "./dom.js";
import { isObject } from "./schema.js";

const WIDTH = 480;
const HEIGHT = 140;
const EDGE = 8;
const LEAST = 3;
const MAX_SERIES = 8;
const MAX_POINTS = 500;
const MAX_DOTS = 60;
const MAX_LABEL = 60;

const isNumber = (value) => typeof value === "number" && Number.isFinite(value);

const isSeries = (value) => Array.isArray(value) && value.length >= LEAST && value.every(isNumber);

const numbered = (values) => values.map((value, i) => [String(i + 1), value]);

/** Numeric columns, labelled by the first column of texts. */
function columnsOf(rows) {
  const names = Object.keys(rows[0]);
  const label = names.find((name) => rows.every((row) => Object.hasOwn(row, name) && typeof row[name] === "string"));
  return names.filter((name) => rows.length >= LEAST && rows.every((row) => Object.hasOwn(row, name) && isNumber(row[name])))
    .map((name) => ({ name, points: rows.map((row, i) => [label === undefined ? String(i + 1) : row[label], row[name]]) }));
}

/**
 * Finds what can be drawn: a list of numbers, numeric columns of a table, members that are lists of numbers, and an object of numbers,
 * which becomes bars, because its members have no order. Null if there is nothing.
 */
export function seriesOf(value, rows) {
  const members = isObject(value) ? Object.entries(value) : [];
  const numbers = members.filter(([, one]) => isNumber(one));
  const found = [
    ...isSeries(value) ? [{ name: "Values", points: numbered(value) }] : [],
    ...rows ? columnsOf(rows) : [],
    ...members.filter(([, one]) => isSeries(one)).map(([name, one]) => ({ name, points: numbered(one) })),
    ...members.filter(([, one]) => isObject(one) && Object.keys(one).length >= LEAST && Object.values(one).every(isNumber))
      .map(([name, one]) => ({ name, points: Object.entries(one), bars: true })),
    ...numbers.length >= LEAST && numbers.length === members.length ? [{ name: "Values", points: numbers, bars: true }] : [],
  ];
  return found.length > 0 ? found.slice(0, MAX_SERIES) : null;
}

function picture({ name, points, bars }, least, most) {
  const bottom = bars ? Math.min(0, least) : least;
  const top = Math.max(bars ? 0 : most, most);
  const range = top - bottom || 1;
  const step = (WIDTH - 2 * EDGE) / (bars ? points.length : Math.max(1, points.length - 1));
  const x = (i) => EDGE + i * step;
  const y = (value) => HEIGHT - EDGE - (value - bottom) / range * (HEIGHT - 2 * EDGE);
  const titled = (tag, attributes, i) => svg(tag, attributes, svg("title", {}, `${points[i][0].slice(0, MAX_LABEL)}: ${points[i][1]}`));
  const marks = bars
    ? points.map(([, value], i) => titled("rect", { x: x(i) + step * .1, width: step * .8, y: Math.min(y(value), y(0)), height: Math.max(1, Math.abs(y(value) - y(0))) }, i))
    : [svg("polyline", { points: points.map(([, value], i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(" ") }),
      ...points.length > MAX_DOTS ? [] : points.map(([, value], i) => titled("circle", { cx: x(i), cy: y(value), r: 3 }, i))];
  return svg("svg", { class: "plot", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" },
    svg("title", {}, `${name}: ${count(points.length, "value")}, ${least} to ${most}`),
    svg("line", { x1: 0, x2: WIDTH, y1: y(bars ? 0 : bottom), y2: y(bars ? 0 : bottom) }), ...marks);
}

function figure(series) {
  const points = series.points.slice(0, MAX_POINTS);
  const least = Math.min(...points.map(([, value]) => value));
  const most = Math.max(...points.map(([, value]) => value));
  return el("figure", {}, el("figcaption", {}, el("strong", {}, series.name), el("span", { class: "quiet" },
    ` ${least} to ${most}` + (series.points.length > points.length ? `, the first ${points.length} of ${count(series.points.length, "value")}` : ""))),
  el("div", { class: "drawn" }, picture({ ...series, points }, least, most),
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Values of " + series.name.slice(0, MAX_LABEL) }, el("table", {}, el("tbody", {},
      ...points.map(([label, value]) => el("tr", {}, el("th", { scope: "row" }, label.slice(0, MAX_LABEL)), el("td", { class: "numeric" }, value))))))));
}

export function plots(series) {
  return el("div", { class: "plots" }, ...series.map(figure));
}
