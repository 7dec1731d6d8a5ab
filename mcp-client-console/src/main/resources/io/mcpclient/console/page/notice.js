/* Failures of actions, at the edge of the page, until they are dismissed. */

import { button, el } from "./dom.js";

export function notice(problem) {
  const node = el("div", { class: "notice" },
    el("p", {}, el("strong", {}, problem.message), problem.remedy ? el("span", {}, " " + problem.remedy) : null),
    button("Dismiss", () => node.remove(), { class: "small" }));
  document.getElementById("notice").replaceChildren(node);
}

/** Runs an action of a button, which cannot be pressed again in the meantime. */
export async function act(control, action) {
  control.disabled = true;
  try {
    return await action();
  } catch (ex) {
    notice(ex);
    return undefined;
  } finally {
    control.disabled = false;
  }
}
