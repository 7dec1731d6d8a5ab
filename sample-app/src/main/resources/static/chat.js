"use strict";

/*
 * The chat: sends messages to the model, and draws each tool call with its arguments, progress and result as it happens.
 * Texts of the model and of servers are untrusted: see common.js.
 */

const EXAMPLES = [
  "What is the current time in Europe/Oslo?",
  "Add the numbers 2 and 40",
  "Roll 3 dice",
  "Draw a green circle",
  "Count slowly for 4 seconds",
  "Order lunch",
  "Delete note 1",
];

const page = {
  summary: document.getElementById("summary"),
  offline: document.getElementById("offline"),
  local: document.getElementById("local"),
  examples: document.getElementById("examples"),
  messages: document.getElementById("messages"),
  form: document.getElementById("form"),
  message: document.getElementById("message"),
  send: document.getElementById("send"),
  stop: document.getElementById("stop"),
};

const conversation = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

let running = null; // aborts the response in progress

async function describe() {
  try {
    const [model, tools] = await Promise.all(["api/chat", "api/tools"].map(getJson));
    page.summary.textContent = shown(`Model: ${model.name} · ${tools.filter((tool) => tool.available).length} tools`);
    page.local.hidden = !model.local;
    page.offline.hidden = true;
  } catch (ignored) {
    page.offline.hidden = false;
  }
  setTimeout(describe, 5000);
}

function say(kind, content) {
  const line = text("li", { class: "said " + kind }, content);
  add(line);
  return line;
}

function add(node) {
  page.messages.append(node);
  node.scrollIntoView({ block: "end" });
}

/** The card of one tool call. */
function stepCard(call) {
  const bar = element("progress", { "aria-label": "Progress" });
  const words = element("p", { class: "note" });
  const state = badge("busy", "running");
  const pictures = element("div", { class: "pictures" });
  const result = element("div", {});
  bar.hidden = true;
  words.hidden = true;
  const details = element("details", { class: "card step" },
    element("summary", {}, text("strong", {}, call.title), text("code", {}, `${call.server} · ${call.tool}`), state),
    text("h4", {}, "Arguments"), text("pre", { tabindex: "0" }, argumentsOf(call.arguments)), result);
  add(element("li", {}, details, bar, words, pictures));
  return {
    progress(data) {
      bar.hidden = false;
      words.hidden = false;
      if (typeof data.total === "number" && data.total > 0) {
        bar.max = data.total;
        bar.value = Math.min(data.progress, data.total);
      }
      words.textContent = shown(data.message ?? String(data.progress));
    },
    done(data) {
      bar.remove();
      words.remove();
      state.replaceWith(data === null ? badge("bad", "stopped") : data.failed ? badge("bad", "failed") : badge("good", "done"));
      if (data === null) return;
      const images = data.content.filter((block) => block.type === "image");
      pictures.append(...images.map((image) => picture(image)));
      const others = data.content.filter((block) => block.type !== "image");
      result.append(text("h4", {}, "Result"), ...(data.content.length > 0
        ? others.map((block) => contentBlock(block, data.failed))
        : [text("div", { class: data.failed ? "block failed" : "block" }, data.result)]));
      if (data.structured !== null) {
        result.append(text("h4", {}, "Structured content"), text("pre", { tabindex: "0" }, pretty(data.structured)));
      }
      pictures.lastChild?.addEventListener("load", () => pictures.scrollIntoView({ block: "end" }));
    },
  };
}

function argumentsOf(json) {
  try {
    return pretty(JSON.parse(json));
  } catch (ignored) {
    return json;
  }
}

async function respond(message) {
  const abort = new AbortController();
  running = abort;
  showRunning(true);
  say("user", message);
  const steps = new Map();
  const open = new Set();
  try {
    const response = await fetch("api/chat", post(JSON.stringify({ conversation, message }), abort.signal));
    if (!response.ok) throw new Error(String(response.status));
    let ended = false;
    for await (const { name, data } of eventsOf(response.body)) {
      if (name === "tool-call") {
        steps.set(data.call, stepCard(data));
        open.add(data.call);
      } else if (name === "progress") {
        steps.get(data.call)?.progress(data);
      } else if (name === "tool-result") {
        steps.get(data.call)?.done(data);
        open.delete(data.call);
      } else if (name === "answer" || name === "error") {
        say(name === "answer" ? "model" : "failed", name === "answer" ? data.text : data.detail);
        ended = true;
      }
    }
    if (!ended) throw new Error("the stream ended early");
  } catch (ignored) {
    say("failed", abort.signal.aborted ? "Stopped." : "The application did not respond.");
  } finally {
    open.forEach((call) => steps.get(call).done(null));
    running = null;
    showRunning(false);
    page.message.focus();
  }
}

function showRunning(yes) {
  page.send.disabled = yes;
  page.stop.hidden = !yes;
  page.form.setAttribute("aria-busy", String(yes));
}

page.form.addEventListener("submit", (event) => {
  event.preventDefault();
  const message = page.message.value.trim();
  if (message === "" || running !== null) return;
  page.message.value = "";
  respond(message);
});

page.message.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    page.form.requestSubmit();
  }
});

page.stop.addEventListener("click", () => running?.abort());

page.examples.append(...EXAMPLES.map((example) => element("button", {
  type: "button", onclick: () => { if (running === null) respond(example); },
}, example)));

describe();
page.message.focus();
