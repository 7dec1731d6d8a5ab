/* The form of a tool, its calls, and their results. */

import { current, get, post } from "./api.js";
import { appView } from "./app-view.js";
import { button, clock, code, copyButton, el, pretty, setText, tabs, took } from "./dom.js";
import { toolResult } from "./content.js";
import { parse } from "./fields.js";
import { isExact } from "./json.js";
import { act, notice } from "./notice.js";
import { schemaForm } from "./schema-form.js";
import { isObject, isSame } from "./schema.js";
import { confirmed } from "./sheet.js";
import { on, store } from "./store.js";

const STATES = { DONE: ["good", "Done"], TOOL_ERROR: ["bad", "The tool reports an error"], FAILED: ["bad", "Failed"], CANCELLED: ["off", "Cancelled"] };

/** Definitions of tools whose calls need no confirmation any more, as long as the page is open and they remain the same. */
const confirmedTools = new Set();

/** The arguments: a form and JSON, of which each shows what was entered in the other. What the form would change stays JSON. */
function argumentsOf(schema) {
  const form = schemaForm(schema);
  const raw = el("textarea", { class: "raw", spellcheck: "false", "aria-label": "Arguments as JSON", rows: "10" });
  const wrong = el("p", { class: "wrong", role: "alert" });
  let inJson = false;
  const tabbed = tabs("Arguments", [["Form", () => form.node], ["JSON", () => [raw, wrong]]], (name) => {
    const wasJson = inJson;
    inJson = name === "JSON";
    if (inJson) {
      raw.value = pretty(form.read().value);
      setText(wrong, "");
    } else if (wasJson) {
      toForm(raw.value || "{}");
    }
  });
  function toForm(text) {
    try {
      const value = parse(text);
      if (!isObject(value)) throw new Error("Not a JSON object.");
      form.write(value);
      if (!isSame(form.read().value, value)) throw new Error("The form cannot show these values as they are.");
    } catch (ex) {
      tabbed.open(1);
      raw.value = text;
      setText(wrong, ex.message);
    }
  }
  return {
    node: tabbed.node,
    /** Text of the arguments, or null if something is not valid, which has the focus then. */
    text() {
      if (inJson) {
        try {
          if (!isObject(parse(raw.value || "{}"))) throw new Error("Not a JSON object.");
          setText(wrong, "");
          return raw.value || "{}";
        } catch (ex) {
          setText(wrong, ex.message);
          raw.focus();
          return null;
        }
      }
      const { value, problems } = form.read();
      problems[0]?.control.focus();
      return problems.length > 0 ? null : JSON.stringify(value);
    },
    value() {
      try {
        return inJson ? parse(raw.value || "{}") : form.read().value;
      } catch {
        return {};
      }
    },
    write(value) {
      if (inJson) raw.value = pretty(value);
      else toForm(pretty(value));
    },
  };
}

async function isConfirmed({ tool, fingerprint }, text) {
  const definition = tool.server + " " + fingerprint;
  if (confirmedTools.has(definition)) return true;
  const again = el("input", { type: "checkbox", id: "no-more" });
  const given = await confirmed(`Call ${tool.title ?? tool.original}?`, "Call",
    el("p", {}, tool.hints?.destructive ? "The server says that this tool may change or delete data."
      : "The server does not say that this tool is harmless: it may change or delete data."),
    el("h4", {}, "Arguments"), code(pretty(parse(text))),
    el("label", { class: "check" }, again, "Do not ask again for this tool"));
  if (given && again.checked) confirmedTools.add(definition);
  return given;
}

/** Shows how far a call is that runs. */
export function showProgress(call, bar, message) {
  const progress = call.progress;
  if (progress && progress.total > 0) {
    bar.max = progress.total;
    bar.value = progress.progress;
  } else {
    bar.removeAttribute("value");
  }
  setText(message, progress ? [progress.message, progress.total ? `${progress.progress} of ${progress.total}` : progress.progress].filter((one) => one !== null).join(" · ") : "");
}

/** What the server has said during a call, not necessarily about it. */
export function logLines(call) {
  const end = call?.millis === null ? Infinity : (call?.startedAt ?? 0) + call?.millis + 500;
  const entries = call === undefined ? [] : store.log.entries.filter((one) => one.server === call.server && one.time >= call.startedAt && one.time <= end);
  return entries.slice(0, 50).map((one) => el("li", {}, el("span", { class: "quiet" }, clock(one.time)),
    el("span", { class: "badge off" }, one.level), el("span", { class: "from" }, one.logger ?? ""), el("span", { class: "text" }, one.text)));
}

/** The call that is shown: live while it runs, then its result. */
export function outcome(call, full) {
  const [kind, text] = STATES[call.state] ?? ["busy", call.state];
  const parts = [el("header", {}, el("span", { class: "badge " + kind }, text), el("span", { class: "took" }, took(call.millis)))];
  if (call.problem) parts.push(el("p", { class: "trouble" }, call.problem.detail), call.problem.remedy ? el("p", { class: "remedy" }, call.problem.remedy) : null);
  if (full?.result) {
    parts.push(tabs("Forms of the result", [
      ["Result", () => toolResult(full.result)],
      ["For a model", () => [
        el("p", { class: "quiet" }, `About ${Math.ceil((full.modelText ?? "").length / 4)} tokens` + (full.modelMedia ? `, and ${full.modelMedia} media` : "") + "."),
        code(full.modelText ?? "")]],
      ["JSON", () => [el("div", { class: "copy" }, copyButton(() => pretty(full.result))), code(pretty(full.result))]],
    ]).node);
  }
  return el("section", { class: "card outcome", "data-state": call.state, "aria-label": "Result" }, ...parts.filter(Boolean));
}

export function runPanel(detail, schema) {
  const { tool } = detail;
  const args = argumentsOf(schema);
  const run = el("button", { type: "submit", class: "primary" }, "Run");
  const live = el("div", { class: "card running", hidden: true });
  const elapsed = el("span", { class: "took" });
  const bar = el("progress", { "aria-label": "Progress" });
  const message = el("p", { class: "quiet", role: "status" });
  const place = el("div", { class: "results", "aria-live": "polite" });
  const lines = el("ol", { class: "log lines", hidden: true, "aria-label": "Log messages of the server during the call" });
  const past = el("ol", { class: "past" });
  const history = el("details", { class: "history" }, el("summary", {}, "Calls of this tool"), past);
  let shown = null;
  let drawn = null;
  let view = null;
  const cancel = button("Cancel", () => act(cancel, () => post("calls/cancel", { id: shown })));
  live.append(el("header", {}, el("span", { class: "badge busy" }, "Running"), elapsed, cancel), bar, message);
  const asTask = detail.task ? button("Run as task", () => start((text) => act(asTask, async () => {
    const task = await post("tasks", `{"tool":${JSON.stringify(tool.name)},"arguments":${text}}`);
    location.hash = "#/tasks/" + task.id;
  }))) : null;
  const form = el("form", { novalidate: true, class: "run" }, args.node, el("div", { class: "actions" }, run, asTask,
    el("span", { class: "quiet keys" }, "Ctrl Enter")));

  async function start(send) {
    const text = args.text();
    if (text === null || (detail.confirm && !await isConfirmed(detail, text))) return;
    if (send) {
      send(text);
      return;
    }
    const call = await act(run, () => post("calls", `{"tool":${JSON.stringify(tool.name)},"arguments":${text}}`));
    if (!call) return;
    choose(call.id);
    live.scrollIntoView({ block: "nearest" });
  }

  function choose(id) {
    shown = id;
    drawn = null;
    view?.close();
    place.replaceChildren();
    draw();
  }

  function draw() {
    const call = store.calls.find((one) => one.id === shown);
    live.hidden = call?.state !== "RUNNING";
    if (call?.state === "RUNNING") {
      tick();
      showProgress(call, bar, message);
    } else if (call && drawn !== call.id) {
      drawn = call.id;
      result(call);
    }
    drawHistory();
    drawLog();
  }

  function drawLog() {
    lines.replaceChildren(...logLines(store.calls.find((one) => one.id === shown)));
    lines.hidden = lines.firstChild === null;
  }

  async function result(call) {
    try {
      const full = await get("calls/one?id=" + call.id);
      if (shown !== call.id) return;
      place.replaceChildren(outcome(call, full));
      showView(call, full);
      place.scrollIntoView({ block: "nearest" });
    } catch (ex) {
      if (shown === call.id) place.replaceChildren(outcome(call, null));
      notice(ex);
    }
  }

  /** The view of the tool, if it has one and there is a result that it can show. */
  function showView(call, full) {
    view?.close();
    view = current().optionalAreas.includes("apps") && full.result ? appView(call.id) : null;
    if (view === null) return;
    place.append(view.node);
    view.open();
  }

  function tick() {
    const call = store.calls.find((one) => one.id === shown);
    if (call?.state === "RUNNING") setText(elapsed, took(Date.now() - call.startedAt));
  }

  function drawHistory() {
    const calls = store.calls.filter((one) => one.tool === tool.name);
    history.hidden = calls.length === 0;
    past.replaceChildren(...calls.map((call) => {
      const [kind, text] = STATES[call.state] ?? ["busy", "Running"];
      return el("li", {}, el("span", { class: "quiet" }, clock(call.startedAt)), el("span", { class: "badge " + kind }, text), el("span", { class: "took" }, took(call.millis)),
        el("code", { class: "short" }, JSON.stringify(call.arguments).slice(0, 300)),
        button("Show", () => choose(call.id), { class: "small" }),
        button("Repeat", () => repeat(call), { class: "small" }));
    }));
  }

  function repeat(call) {
    if (!isExact(call.arguments)) {
      notice({ message: "The call has a number with more digits than this page can repeat.", remedy: "Enter the arguments as JSON." });
      return;
    }
    args.write(call.arguments);
    start();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    start();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) start();
  });
  const off = [on("calls", draw), on("log", drawLog)];
  const timer = setInterval(tick, 100);
  draw();
  return {
    node: el("div", { class: "runs" }, form, live, lines, place, history),
    args: args.value,
    close() {
      off.forEach((one) => one());
      clearInterval(timer);
      view?.close();
    },
  };
}
