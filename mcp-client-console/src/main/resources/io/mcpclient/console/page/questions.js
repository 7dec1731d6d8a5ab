/* Questions of servers, one after the other, with the time that is left. Nothing is opened or sent by itself. */

import { post } from "./api.js";
import { button, code, el, link, pretty, setText, webAddress } from "./dom.js";
import { notice } from "./notice.js";
import { schemaForm } from "./schema-form.js";
import { closeQuestion, on, store } from "./store.js";

const WARNINGS = {
  FOREIGN_LETTERS: "The host has letters that look like others.", LONG_ADDRESS: "The address is very long.", NUMERIC_HOST: "The host is a number.",
  PRIVATE_NETWORK: "The host is in a private network.", THIS_MACHINE: "The host is this machine.",
};

const dialog = () => document.getElementById("question");
const SETTLE = 400;

let current = null;
let left = null;
let waiting = null;

async function decide(id, action, content) {
  closeQuestion(id);
  try {
    await post("questions/decide", { id, action, content: content ?? null });
  } catch (ex) {
    notice(ex);
  }
}

function heading(...title) {
  return [el("h2", { id: "question-title" }, ...title), el("p", { class: "quiet" }, left = el("span", {}), waiting = el("span", {}))];
}

function server(question) {
  return el("code", {}, question.server);
}

function actions(...buttons) {
  return el("div", { class: "actions" }, ...buttons);
}

/** What a model would receive. */
function prompt(question) {
  const { messages, systemPrompt, maxTokens, ...rest } = question.content ?? {};
  return [systemPrompt ? el("h4", {}, "System prompt") : null, systemPrompt ? code(systemPrompt) : null, el("h4", {}, "Messages"), code(pretty(messages ?? [])),
    Object.keys(rest).length > 0 ? el("details", {}, el("summary", {}, "Other settings"), code(pretty(rest))) : null];
}

function response(label) {
  return [el("label", { for: "response" }, el("h4", {}, label)), el("textarea", { id: "response", class: "prose", rows: "3" })];
}

function respond(question) {
  const field = document.getElementById("response");
  if (field.value.trim() === "") field.focus();
  else decide(question.id, "accept", { text: field.value });
}

const views = {
  FORM(question) {
    const fields = schemaForm(question.form ?? {});
    const form = el("form", { novalidate: true }, fields.node, actions(el("button", { type: "submit", class: "primary" }, "Send"),
      button("Decline", () => decide(question.id, "decline"))));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const { value, problems } = fields.read();
      problems[0]?.control.focus();
      if (problems.length === 0) decide(question.id, "accept", value);
    });
    return [...heading("Server ", server(question), " asks"), el("p", { class: "description", dir: "auto" }, question.message),
      el("p", { class: "note" }, "What you enter is sent to this server. Do not send passwords."), form];
  },
  PAGE(question) {
    const address = webAddress(question.address);
    return [...heading("Server ", server(question), " asks you to visit a page"),
      el("p", { class: "description", dir: "auto" }, question.message),
      el("p", {}, "Host: ", el("strong", {}, question.host ?? "unknown")),
      el("p", {}, "Full address: ", address ? el("code", { class: "address" }, question.address) : link(question.address)),
      ...question.warnings.map((one) => el("p", { class: "trouble" }, WARNINGS[one] ?? one)),
      actions(address ? button("Open the page", () => {
        window.open(address.href, "_blank", "noopener,noreferrer");
        decide(question.id, "accept");
      }, { class: "primary" }) : null, button("Decline", () => decide(question.id, "decline")))];
  },
  SAMPLING(question) {
    return [...heading("Let server ", server(question), " use the model?"),
      el("p", {}, "The model would receive the messages below and write up to ", el("strong", {}, question.content?.maxTokens ?? "?"), " tokens. The server reads the response."),
      ...prompt(question), ...response("Or write the response yourself"), actions(button("Allow", () => decide(question.id, "accept"), { class: "primary" }),
        button("Send my response", () => respond(question)), button("Deny", () => decide(question.id, "decline")))];
  },
  MESSAGE(question) {
    return [...heading("Server ", server(question), " asks a model, and the application has none"), el("p", {}, "You can respond in its place. The server reads the response."),
      ...prompt(question), ...response("Your response"),
      actions(button("Send my response", () => respond(question), { class: "primary" }), button("Deny", () => decide(question.id, "decline")))];
  },
  APPROVAL(question) {
    return [...heading("Approve the call of ", el("code", {}, question.tool), "?"),
      el("p", {}, question.caller ? `The ${question.caller} of that server` : "The application", " wants to call ", el("strong", {}, question.message ?? question.tool), " of server ", server(question), "."),
      el("h4", {}, "Arguments"), code(pretty(question.content)),
      actions(button("Approve", () => decide(question.id, "accept"), { class: "primary" }), button("Always approve", () => decide(question.id, "remember")),
        button("Deny", () => decide(question.id, "decline")))];
  },
};

function draw() {
  const next = store.questions[0] ?? null;
  if ((next?.id ?? null) === (current?.id ?? null)) {
    tick();
    return;
  }
  current = next;
  if (next === null) {
    dialog().close();
    return;
  }
  dialog().dataset.kind = next.kind;
  dialog().replaceChildren(...views[next.kind](next).filter(Boolean));
  tick();
  settle();
  if (!dialog().open) dialog().showModal();
}

/** A click that was meant for what was there before decides nothing. */
function settle() {
  const buttons = [...dialog().querySelectorAll(".actions button")];
  for (const one of buttons) one.disabled = true;
  setTimeout(() => { for (const one of buttons) one.disabled = false; }, SETTLE);
}

function tick() {
  if (current === null) return;
  const seconds = Math.max(0, Math.ceil((current.expiresAt - Date.now()) / 1000));
  const others = store.questions.length - 1;
  setText(waiting, others > 0 ? ` · ${others} more waiting` : "");
  setText(left, `Ends without a decision in ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
}

export function showQuestions() {
  dialog().addEventListener("cancel", (event) => {
    event.preventDefault();
    if (current) decide(current.id, current.kind === "FORM" || current.kind === "PAGE" ? "cancel" : "decline");
  });
  on("questions", draw);
  setInterval(tick, 1000);
}
