"use strict";

/* The dialogs of all pages: questions of servers, their requests to the model, and tool calls that the user has to approve. */

const QUESTION_MILLIS = 1000;

const dialogOfQuestions = document.getElementById("question");

async function pollQuestions() {
  try {
    if (!document.hidden) {
      const [asked, samplings, calls] =
        await Promise.all(["api/elicitations", "api/sampling", "api/approvals"].map(getJson));
      showQuestion(asked[0] ?? samplings[0] ?? calls[0] ?? null);
    }
  } catch (ignored) {
    // the page reports it
  } finally {
    setTimeout(pollQuestions, QUESTION_MILLIS);
  }
}

/** Shows the oldest question, one at a time; removes it when the server has removed it. */
function showQuestion(question) {
  const dialog = dialogOfQuestions;
  if ((question?.id ?? "") === (dialog.dataset.id ?? "")) return;
  dialog.dataset.id = question?.id ?? "";
  dialog.dataset.kind = question?.messages !== undefined ? "sampling"
    : question?.arguments !== undefined ? "approvals" : "question";
  if (question === null) {
    dialog.close();
    return;
  }
  if (dialog.dataset.kind === "approvals") {
    showApproval(question);
    return;
  }
  if (dialog.dataset.kind === "sampling") {
    showSampling(question);
    return;
  }
  const address = question.url === null ? null : webAddress(question.url);
  const fields = question.schema === null ? [] : schemaFields(question.schema, "answer-");
  const agree = question.schema !== null ? "Send" : "Open the page";
  const form = element("form", { novalidate: true },
    ...fields.map((one) => one.node),
    element("div", { class: "actions" },
      question.schema === null && address === null ? null : element("button", { type: "submit", class: "run" }, agree),
      element("button", { type: "button", class: "stop", onclick: () => answer(question, "decline") }, "Decline")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (address !== null) {
      window.open(address.href, "_blank", "noopener,noreferrer");
      answer(question, "accept");
      return;
    }
    const values = collect(fields, false);
    if (values !== null) answer(question, "accept", values);
  });
  dialog.replaceChildren(
    element("h2", { id: "question-title" }, "Server ", text("code", {}, question.server), " asks"),
    text("p", { class: "description" }, question.message),
    question.url === null
      ? text("p", { class: "note" }, "Your input is sent to this server. Do not send passwords.")
      : element("p", { class: "note" }, "Address: ", text("code", {}, question.url),
        address === null ? ", which cannot be opened." : element("span", {}, " at host ", text("strong", {}, address.host))),
    form);
  if (!dialog.open) dialog.showModal();
}

/** A tool call that the user has to approve. */
function showApproval(call) {
  const decided = (decision) => () => decide("approvals", call, decision);
  dialogOfQuestions.replaceChildren(
    element("h2", { id: "question-title" }, "Approve the call of ", text("code", {}, call.tool), "?"),
    element("p", { class: "description" }, "The model wants to call ", text("strong", {}, call.title), " of server ",
      text("code", {}, call.server), ", which may change or delete data."),
    text("h4", {}, "Arguments"), text("pre", { tabindex: "0" }, pretty(call.arguments)),
    element("div", { class: "actions" },
      element("button", { type: "button", class: "run", onclick: decided("approve") }, "Approve"),
      element("button", { type: "button", class: "stop", onclick: decided("remember") }, "Always approve"),
      element("button", { type: "button", class: "stop", onclick: decided("deny") }, "Deny")));
  if (!dialogOfQuestions.open) dialogOfQuestions.showModal();
}

/** A request of a server to the model: what would be sent, and that the server reads the response. */
function showSampling(request) {
  const decided = (decision) => () => decide("sampling", request, decision);
  const parts = request.messages.map((message) => ({ role: message.role, content: message.content }));
  dialogOfQuestions.replaceChildren(
    element("h2", { id: "question-title" }, "Let server ", text("code", {}, request.server), " use the model?"),
    element("p", { class: "description" }, "The model would receive the messages below and write up to ",
      text("strong", {}, String(request.maxTokens)), " tokens. The server reads the response."),
    ...(request.systemPrompt
      ? [text("h4", {}, "System prompt"), text("pre", { tabindex: "0" }, request.systemPrompt)] : []),
    text("h4", {}, "Messages"), text("pre", { tabindex: "0" }, pretty(parts)),
    element("div", { class: "actions" },
      element("button", { type: "button", class: "run", onclick: decided("approve") }, "Allow"),
      element("button", { type: "button", class: "stop", onclick: decided("deny") }, "Deny")));
  if (!dialogOfQuestions.open) dialogOfQuestions.showModal();
}

async function decide(kind, request, decision) {
  dialogOfQuestions.close();
  try {
    await fetch("api/" + kind + "/" + encodeURIComponent(request.id), post(JSON.stringify({ decision })));
  } catch (ignored) {
    dialogOfQuestions.dataset.id = ""; // shown again after the next poll
  }
}

async function answer(question, action, content) {
  dialogOfQuestions.close();
  const body = "{\"action\":" + JSON.stringify(action) + (content === undefined ? "" : ",\"content\":" + content) + "}";
  try {
    await fetch("api/elicitations/" + encodeURIComponent(question.id), post(body));
  } catch (ignored) {
    dialogOfQuestions.dataset.id = ""; // shown again after the next poll
  }
}

dialogOfQuestions.addEventListener("cancel", (event) => {
  event.preventDefault();
  const id = dialogOfQuestions.dataset.id;
  const kind = dialogOfQuestions.dataset.kind;
  if (kind === "question") answer({ id }, "cancel");
  else decide(kind, { id }, "deny");
});

pollQuestions();
