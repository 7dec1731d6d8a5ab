/* Recent requests of all clients and messages of servers, with what was sent and received; export as a recording for tests. */

import { get } from "./api.js";
import { badge, button, clock, code, copyButton, count, el, empty, options, pretty, save, setText, took } from "./dom.js";
import { parseJson } from "./json.js";
import { act, notice } from "./notice.js";
import { on, store } from "./store.js";

const OUTCOMES = { RUNNING: ["busy", "Running"], OK: ["good", "OK"], TOOL_ERROR: ["bad", "Tool error"], FAILED: ["bad", "Failed"], CANCELLED: ["off", "Cancelled"],
  RECEIVED: ["off", "Received"] };

function formatted(text) {
  try {
    return pretty(parseJson(text));
  } catch {
    return text; // cut
  }
}

function part(title, text) {
  return text === null ? null : el("section", {}, el("h4", {}, title, copyButton(() => text)), code(formatted(text)));
}

/** What was sent for the request: its pages, attempts and polls, each with its time. */
function attempts(all) {
  return all.length === 0 ? null : el("section", {}, el("h4", {}, "On the wire"), el("ol", { class: "attempts" }, ...all.map((one) => el("li", {},
    el("p", {}, el("code", {}, one.method), ` after ${took(one.after)}, ` + (one.millis === null ? "without an answer" : `took ${took(one.millis)}`)),
    Object.keys(one.headers).length > 0 ? code(Object.entries(one.headers).map(([name, value]) => `${name}: ${value}`).join("\n")) : null))));
}

export function showWire(root) {
  const search = el("input", { type: "search", placeholder: "Method, server, tool", "aria-label": "Filter requests", autocomplete: "off" });
  const failures = el("input", { type: "checkbox" });
  const hold = el("input", { type: "checkbox" });
  const found = el("p", { class: "quiet", role: "status" });
  const server = el("select", { "aria-label": "Server to export" });
  const exported = el("p", { class: "quiet", role: "status" });
  const exports = button("Export recording", () => act(exports, async () => {
    const name = server.value;
    const recording = await get("wire/recording?server=" + encodeURIComponent(name));
    save(name.replace(/[^\p{L}\p{N}._-]/gu, "-") + ".json", recording.text, "application/json");
    setText(exported, `${count(recording.exchanges, "request")} of ${name} exported` + (recording.leftOut > 0 ? `; ${recording.leftOut} left out, which were cut or have no answer` : "") + ". Read it before you publish it.");
  }));
  const body = el("tbody", {});
  const place = el("div", { class: "wire-one", "aria-live": "polite" }, empty("Choose a request."));
  root.append(el("div", { class: "head" }, el("div", {}, el("h2", {}, "Wire"), found),
    el("div", { class: "inline" }, search, el("label", { class: "check" }, failures, "Failures only"), el("label", { class: "check" }, hold, "Pause"),
      server, exports)), exported,
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
        el("p", { class: "quiet" }, `${one.fromServer ? "from " : "to "}${one.server} · ${new Date(one.startedAt).toLocaleString()}`),
        one.failure ? el("p", { class: "trouble" }, one.failure.message) : null, part("Parameters", one.params), part("Result", one.result), attempts(one.attempts)));
      if (matchMedia("(max-width: 60rem)").matches) place.scrollIntoView();
    } catch (ex) {
      notice(ex);
    }
  }

  function row(one) {
    const [kind, text] = OUTCOMES[one.outcome];
    return el("tr", { "aria-selected": String(one.id === chosen) }, el("td", { class: "quiet" }, clock(one.startedAt)), el("td", {}, one.server),
      el("td", {}, el("button", { type: "button", class: "plain", onclick: () => show(one.id) }, one.method)),
      el("td", { class: "subject" }, one.fromServer ? "← from the server" : one.subject ?? ""), el("td", {}, badge(kind, text)), el("td", { class: "numeric" }, took(one.millis)));
  }

  function draw() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const visible = store.wire.filter((one) => (!failures.checked || ["TOOL_ERROR", "FAILED", "CANCELLED"].includes(one.outcome))
      && words.every((word) => [one.server, one.method, one.subject, one.fromServer ? "from the server" : ""].join(" ").toLowerCase().includes(word)));
    setText(found, `${visible.length} of ${store.wire.length} messages. Credentials and values of other headers are not recorded.`);
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
  const drawServers = () => {
    options(server, store.servers.map((one) => [one.name, one.name]));
    exports.disabled = store.servers.length === 0;
  };
  const off = [on("wire", soon), on("servers", drawServers)];
  drawServers();
  draw();
  return {
    open(id) {
      if (id !== null) show(Number(id));
    },
    close: () => off.forEach((one) => one()),
  };
}
