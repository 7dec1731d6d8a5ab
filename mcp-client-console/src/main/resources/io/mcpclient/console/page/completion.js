/* Suggestions of a server for an argument, as one types. */

import { post } from "./api.js";
import { el } from "./dom.js";

const PAUSE = 150;
const MAX_SHOWN = 100;

let lists = 0;

/** Returns the list of suggestions for an input; request() returns what is asked. Servers without completion are asked once. */
export function completing(input, request) {
  const list = el("datalist", { id: "suggestions-" + lists++ });
  let timer = null;
  let latest = 0;
  let supported = true;
  input.setAttribute("list", list.id);
  const ask = async () => {
    const number = ++latest;
    try {
      const found = await post("complete", request());
      if (number !== latest) return;
      list.replaceChildren(...found.values.slice(0, MAX_SHOWN).map((value) => el("option", { value })));
      input.dataset.suggestions = String(found.values.length);
    } catch {
      supported = false;
    }
  };
  const soon = () => {
    clearTimeout(timer);
    if (supported) timer = setTimeout(ask, PAUSE);
  };
  input.addEventListener("input", soon);
  input.addEventListener("focus", soon);
  return list;
}
