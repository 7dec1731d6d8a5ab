/* Tasks: calls of tools that servers run while nobody waits. Those that were started here, and those that servers list. */

import { get, post } from "./api.js";
import { badge, button, clock, el, options, setText } from "./dom.js";
import { toolResult } from "./content.js";
import { listPane } from "./list-pane.js";
import { act, notice } from "./notice.js";
import { showProgress } from "./run.js";
import { changed, on, store } from "./store.js";

const STATES = {
  working: ["busy", "Working"], input_required: ["busy", "Needs input"], completed: ["good", "Completed"], failed: ["bad", "Failed"], cancelled: ["off", "Cancelled"],
};

function stateBadge(task) {
  const [kind, text] = Object.hasOwn(STATES, task.status) ? STATES[task.status] : ["off", task.status];
  return badge(kind, text);
}

function waiting(task) {
  if (task.followed) return task.status === "input_required" ? "The server waits for an answer, see the question." : "The console waits for its end.";
  return task.ended ? "" : "Nobody waits here for its end. The server continues.";
}

/** Changed in place: progress would take the focus away. */
function detail(first) {
  const badges = el("p", { class: "badges" });
  const message = el("p", { class: "description", dir: "auto" });
  const bar = el("progress", { "aria-label": "Progress" });
  const report = el("p", { class: "quiet" });
  const waits = el("p", { class: "quiet", role: "status" });
  const trouble = el("div", { class: "trouble" });
  const place = el("div", { class: "results", "aria-live": "polite" });
  const action = (label, name) => {
    const node = button(label, () => act(node, () => post("tasks/" + name, { id: first.id })));
    return node;
  };
  const follow = action("Follow", "follow");
  const cancel = action("Cancel the task", "cancel");
  const node = el("article", { class: "tool task" }, el("header", {}, el("h2", { dir: "auto" }, first.tool ?? "Task"),
    el("p", { class: "origin" }, `${first.server} · ${first.started ? "started here" : "listed by the server"} at ${clock(first.since)}`), badges),
  message, bar, report, waits, trouble, el("div", { class: "actions" }, follow, cancel), place);
  let loaded = false;
  async function load() {
    loaded = true;
    try {
      const full = await get("tasks/one?id=" + first.id);
      place.replaceChildren(el("section", { class: "card outcome" }, ...toolResult(full.result)));
    } catch (ex) {
      notice(ex);
    }
  }
  function draw() {
    const task = store.tasks.tasks.find((one) => one.id === first.id) ?? first;
    badges.replaceChildren(stateBadge(task));
    setText(message, task.message ?? "").hidden = !task.message;
    bar.hidden = report.hidden = !task.progress || task.ended;
    showProgress(task, bar, report);
    setText(waits, waiting(task));
    trouble.hidden = !task.problem;
    trouble.replaceChildren(el("p", {}, task.problem?.detail ?? ""), el("p", { class: "remedy" }, task.problem?.remedy ?? ""));
    setText(follow, task.ended ? "Get the result" : "Follow").hidden = task.followed || task.hasResult;
    cancel.hidden = task.ended;
    if (task.hasResult && !loaded) load();
  }
  draw();
  return { node, close: on("tasks", draw) };
}

export function showTasks(root) {
  const server = el("select", { "aria-label": "Server" });
  const list = button("List its tasks", () => act(list, async () => {
    store.tasks = await post("tasks/list", { server: server.value });
    changed("tasks");
  }));
  const note = el("p", { class: "quiet" });
  root.append(el("div", { class: "head" }, el("div", {}, el("h2", {}, "Tasks"), note), el("div", { class: "inline" }, server, list)));
  const pane = listPane(root, {
    area: "tasks", one: "task", hint: "Choose a task. Tools that servers may run as tasks have a button for it.",
    items: () => store.tasks.tasks, key: (task) => String(task.id), group: (task) => task.server,
    text: (task) => [task.tool, task.server, task.status, task.message].join(" "),
    row: (task) => [el("span", { class: "title" }, task.tool ?? "Task", stateBadge(task)), el("span", { class: "sub" }, clock(task.since))],
    detail,
  });
  const drawServers = () => {
    options(server, store.tasks.listing.map((one) => [one, one]));
    server.hidden = list.hidden = store.tasks.listing.length === 0;
    setText(note, list.hidden ? "No connected server lists its tasks." : "");
  };
  let drawn = "";
  const off = on("tasks", () => {
    drawServers();
    const rows = JSON.stringify(store.tasks.tasks.map((one) => [one.id, one.tool, one.status]));
    if (rows !== drawn) pane.draw();
    drawn = rows;
  });
  drawServers();
  return {
    open: pane.open,
    close() {
      off();
      pane.close();
    },
  };
}
