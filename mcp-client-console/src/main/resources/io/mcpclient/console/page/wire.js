/* Recent requests of all clients, with what was sent and received. */

import { get } from "./api.js";
import { badge, clock, code, copyButton, el, empty, pretty, setText, took } from "./dom.js";
import { notice } from "./notice.js";
import { on, store } from "./store.js";

const OUTCOMES = { RUNNING: ["busy", "Running"], OK: ["good", "OK"], TOOL_ERROR: ["bad", "Tool error"], FAILED: ["bad", "Failed"], CANCELLED: ["off", "Cancelled"] };

function formatted(text) {
  try {
    return pretty(JSON.parse(text));
  } catch {
    return text; // cut
  }
}

function part(title, text) {
  return text === null ? null : el("section", {}, el("h4", {}, title, copyButton(() => text)), code(formatted(text)));
}

export function showWire(root) {
  const search = el("input", { type: "search", placeholder: "Method, server, tool", "aria-label": "Filter requests", autocomplete: "off" });
  const failures = el("input", { type: "checkbox" });
  const hold = el("input", { type: "checkbox" });
  const found = el("p", { class: "quiet", role: "status" });
  const body = el("tbody", {});
  const place = el("div", { class: "wire-one", "aria-live": "polite" }, empty("Choose a request."));
  root.append(el("div", { class: "head" }, el("div", {}, el("h2", {}, "Wire"), found),
    el("div", { class: "inline" }, search, el("label", { class: "check" }, failures, "Failures only"), el("label", { class: "check" }, hold, "Pause"))),
  el("div", { class: "wire" }, el("div", { class: "scroll" }, el("table", {}, el("thead", {}, el("tr", {},
    ...["Time", "Server", "Method", "Subject", "Outcome", "Took"].map((one) => el("th", { scope: "col" }, one)))), body)), place));
  let chosen = null;
  let drawnState = "";

  async function show(id) {
    chosen = id;
    draw();
    try {
      const one = await get("wire/one?id=" + id);
      if (chosen !== id) return;
      drawnState = one.outcome;
      const [kind, text] = OUTCOMES[one.outcome];
      place.replaceChildren(el("section", { class: "card outcome" },
        el("header", {}, el("strong", {}, one.method), badge(kind, text), el("span", { class: "took" }, took(one.millis))),
        el("p", { class: "quiet" }, `${one.server} · ${new Date(one.startedAt).toLocaleString()}`),
        one.error ? el("p", { class: "trouble" }, one.error) : null, part("Parameters", one.params), part("Result", one.result)));
      if (matchMedia("(max-width: 60rem)").matches) place.scrollIntoView();
    } catch (ex) {
      notice(ex);
    }
  }

  function row(one) {
    const [kind, text] = OUTCOMES[one.outcome];
    return el("tr", { "aria-selected": String(one.id === chosen) }, el("td", { class: "quiet" }, clock(one.startedAt)), el("td", {}, one.server),
      el("td", {}, el("button", { type: "button", class: "plain", onclick: () => show(one.id) }, one.method)),
      el("td", { class: "subject" }, one.subject ?? ""), el("td", {}, badge(kind, text)), el("td", { class: "numeric" }, took(one.millis)));
  }

  function draw() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const visible = store.wire.filter((one) => (!failures.checked || ["TOOL_ERROR", "FAILED", "CANCELLED"].includes(one.outcome))
      && words.every((word) => [one.server, one.method, one.subject].join(" ").toLowerCase().includes(word)));
    setText(found, `${visible.length} of ${store.wire.length} requests. Headers and credentials are not recorded.`);
    const focused = body.contains(document.activeElement) ? document.activeElement.closest("tr").rowIndex : -1;
    body.replaceChildren(...visible.slice(0, 300).map(row));
    if (focused > 0) body.rows[Math.min(focused, body.rows.length) - 1]?.querySelector("button").focus();
  }

  let waiting = false;
  const soon = () => {
    if (hold.checked || waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      draw();
      const one = store.wire.find((entry) => entry.id === chosen);
      if (one && drawnState === "RUNNING" && one.outcome !== "RUNNING") show(chosen);
    });
  };
  for (const control of [search, failures, hold]) control.addEventListener("input", draw);
  const off = on("wire", soon);
  draw();
  return { close: off };
}
