/* Numbers as a line. */

import { svg } from "./dom.js";

const WIDTH = 120;
const HEIGHT = 26;

export function sparkline(values, label, width = WIDTH, height = HEIGHT) {
  const least = Math.min(...values, 0);
  const most = Math.max(...values, least + 1);
  const x = (i) => values.length < 2 ? width - 2 : 2 + i * (width - 4) / (values.length - 1);
  const y = (value) => height - 3 - (value - least) / (most - least) * (height - 6);
  const points = values.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`);
  return svg("svg", { class: "spark", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label, preserveAspectRatio: "none" },
    values.length > 1 ? svg("polyline", { points: points.join(" ") }) : null,
    values.length > 0 ? svg("circle", { cx: x(values.length - 1), cy: y(values.at(-1)), r: 2 }) : null);
}
