/* Conversations with the application's model, step by step. What models and servers write stays text. */

import { get, post } from "./api.js";
import { badge, button, code, el, empty, options, pretty, setText, took } from "./dom.js";
import { parseJson } from "./json.js";
import { act, notice } from "./notice.js";
import { logLines, outcome, showProgress } from "./run.js";
import { on, store } from "./store.js";

const STATES = { RUNNING: ["busy", "Running"], DONE: ["good", "Done"], FAILED: ["bad", "Failed"], CANCELLED: ["off", "Cancelled"] };

function formatted(text) {
  try {
    return pretty(parseJson(text));
  } catch {
    return text;
  }
}

function tokens(entry) {
  const { input, output } = entry.tokens ?? {};
  return [input && `${input} tokens read`, output && `${output} tokens written`].filter(Boolean).join(", ");
}

/** A message or an answer: its text grows in place. */
function spoken(entry) {
  const text = el("div", { class: "block", dir: "auto" });
  const note = el("p", { class: "quiet" });
  const node = el("li", { class: entry.kind.toLowerCase() }, text, note);
  const update = (next) => {
    node.dataset.state = next.state;
    setText(text, next.text);
    text.hidden = next.text === "";
    setText(note, [next.state === "CANCELLED" ? "Stopped." : next.state === "DONE" && next.text === "" ? "The model wrote nothing." : null,
      tokens(next)].filter(Boolean).join(" "));
    note.hidden = note.textContent === "";
  };
  return { node, update };
}

function failure(entry) {
  const { detail, remedy } = entry.problem;
  return { node: el("li", { class: "problem" }, el("p", { class: "trouble" }, detail, remedy ? el("span", { class: "remedy" }, " " + remedy) : null)), update() {} };
}

/** A call of a tool: progress and log live, the result when it is opened. */
function step(entry) {
  let current = entry;
  const state = el("span", {});
  const duration = el("span", { class: "took" });
  const server = el("span", { class: "quiet" });
  const wire = el("span", {});
  const bar = el("progress", { "aria-label": "Progress", hidden: true });
  const message = el("p", { class: "quiet", hidden: true });
  const lines = el("ol", { class: "log lines", hidden: true, "aria-label": "Log messages of the server during the call" });
  const result = el("div", {});
  const details = el("details", { hidden: true }, el("summary", {}, "Result"), result);
  const call = () => store.calls.find((one) => one.id === current.tool.run);
  async function load() {
    if (!details.open || result.firstChild) return;
    let content = code(current.text);
    if (current.tool.run !== null) {
      try {
        const full = await get("calls/one?id=" + current.tool.run);
        content = outcome(full, full);
      } catch {
        // no longer retained: what the model has read remains
      }
    }
    result.replaceChildren(content);
  }
  details.addEventListener("toggle", load);
  function live() {
    const run = call();
    bar.hidden = message.hidden = run?.state !== "RUNNING" || !run.progress;
    if (run) showProgress(run, bar, message);
    lines.replaceChildren(...logLines(run));
    lines.hidden = lines.firstChild === null;
  }
  function update(next) {
    current = next;
    node.dataset.state = next.state;
    state.replaceChildren(badge(...STATES[next.state]));
    setText(duration, took(next.tool.millis));
    setText(server, next.tool.server ? "server " + next.tool.server : "");
    wire.replaceChildren(...next.tool.wire === null ? [] : [el("a", { href: "#/wire/" + next.tool.wire }, "Request")]);
    details.hidden = next.state === "RUNNING" || (next.text === "" && next.tool.run === null);
    if (next.state === "FAILED") details.open = true;
    live();
  }
  const node = el("li", { class: "card step" }, el("header", {}, el("strong", {}, "Calls ", el("code", {}, entry.tool.name)), server, state, duration, wire),
    bar, message, el("details", { open: true }, el("summary", {}, "Arguments"), code(formatted(entry.tool.arguments))), lines, details);
  return { node, update, live };
}

const VIEWS = { MESSAGE: spoken, ANSWER: spoken, PROBLEM: failure, TOOL: step };

/** The steps of one conversation. */
function steps() {
  const node = el("ol", { class: "steps", "aria-label": "Conversation" });
  const views = new Map();
  return {
    node,
    clear() {
      views.clear();
      node.replaceChildren();
    },
    put(entry) {
      if (!views.has(entry.id)) {
        views.set(entry.id, VIEWS[entry.kind](entry));
        node.append(views.get(entry.id).node);
      }
      const atEnd = innerHeight + scrollY >= document.body.scrollHeight - 200;
      views.get(entry.id).update(entry);
      if (atEnd) node.lastChild.scrollIntoView({ block: "nearest" });
    },
    live: () => views.forEach((one) => one.live?.()),
  };
}

export function showChat(root) {
  const list = steps();
  const about = el("p", { class: "quiet" });
  const missing = el("div", {});
  const chosen = el("select", { "aria-label": "Conversation" });
  const fresh = el("a", { class: "small", href: "#/chat" }, "New conversation");
  const remove = button("Delete", () => act(remove, async () => {
    await post("chat/delete", { id: shown });
    store.chat.conversations = store.chat.conversations.filter((one) => one.id !== shown);
    location.hash = "#/chat";
  }), { class: "small" });
  const text = el("textarea", { class: "prose", rows: "3", "aria-label": "Message", placeholder: "Message to the model" });
  const model = el("select", { "aria-label": "Model" });
  const server = el("select", { "aria-label": "Tools" });
  const send = el("button", { type: "submit", class: "primary" }, "Send");
  const stop = button("Stop", () => act(stop, () => post("chat/cancel", { id: shown })));
  const status = el("span", { class: "quiet", role: "status" });
  const form = el("form", { class: "say" }, text, el("div", { class: "inline" }, send, stop, model, server, status, el("span", { class: "quiet keys" }, "Enter sends")));
  root.append(el("div", { class: "head" }, el("div", {}, el("h2", {}, "Chat"), about), el("div", { class: "inline" }, chosen, fresh, remove)),
    missing, list.node, form);
  let shown = null;
  let known = null;
  let waiting = null;

  const isListed = (id) => store.chat.conversations.some((one) => one.id === id);

  /** Steps that arrive while a conversation is loaded are newer than it. */
  async function show(id) {
    shown = id;
    list.clear();
    draw();
    if (!isListed(id)) {
      if (id !== null && store.chat.models !== null) location.hash = "#/chat"; // deleted
      return;
    }
    const early = waiting = [];
    try {
      const whole = await get("chat/one?id=" + id);
      if (waiting !== early) return;
      [...whole.entries, ...early].forEach(list.put);
    } catch (ex) {
      if (waiting !== early) return;
      notice(ex);
    } finally {
      if (waiting === early) waiting = null;
    }
  }

  function choose(select, entries) {
    options(select, entries);
    select.hidden = entries.length < 2;
  }

  function draw() {
    const { enabled, conversations } = store.chat;
    const models = store.chat.models ?? [];
    const running = conversations.find((one) => one.id === shown)?.running ?? false;
    setText(about, models.length === 1 ? `${models[0].name}, ${models[0].framework}` : models.length > 1 ? `${models.length} models, ${models[0].framework}` : "");
    missing.replaceChildren(...store.chat.models?.length === 0 ? [empty(enabled
      ? "The application has no model: add a model of Spring AI or LangChain4j." : "The chat is switched off: see mcp.console.chat.enabled.")] : []);
    form.hidden = models.length === 0;
    choose(model, models.map((one) => [one.id, one.name]));
    choose(server, [["", "Tools of all servers"], ...store.servers.map((one) => [one.name, "Tools of " + one.name])]);
    choose(chosen, [["", "New conversation"], ...conversations.map((one) => [String(one.id), one.title])]);
    chosen.value = shown ?? "";
    remove.hidden = shown === null;
    send.disabled = running;
    stop.hidden = !running;
    setText(status, running ? "The model answers…" : "");
    if (store.chat !== known) {
      known = store.chat;
      if (shown !== null) show(shown);
    }
  }

  async function say() {
    if (text.value.trim() === "" || send.disabled) return;
    const message = { conversation: shown, text: text.value, model: model.value, server: server.value || null };
    const conversation = await act(send, () => post("chat", message));
    if (!conversation) return;
    text.value = "";
    if (!isListed(conversation.id)) store.chat.conversations.unshift(conversation);
    if (shown === null) location.hash = "#/chat/" + conversation.id;
    draw();
  }

  chosen.addEventListener("change", () => { location.hash = "#/chat" + (chosen.value ? "/" + chosen.value : ""); });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    say();
  });
  text.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    say();
  });
  const off = [
    on("chat", draw), on("servers", draw), on("calls", list.live), on("log", list.live),
    on("step", () => {
      if (store.step.conversation.id !== shown) return;
      if (waiting !== null) waiting.push(store.step.entry);
      else list.put(store.step.entry);
    }),
  ];
  draw();
  return {
    open(item) {
      const id = item === null ? null : Number(item);
      if (id !== shown || id === null) show(id);
      text.focus();
    },
    close: () => off.forEach((one) => one()),
  };
}
