/* Prompts: forms with completion, and the messages that they become. */

import { post } from "./api.js";
import { badge, code, copyButton, el, pretty, setText, tabs } from "./dom.js";
import { completing } from "./completion.js";
import { contentBlock } from "./content.js";
import { listPane } from "./list-pane.js";
import { act } from "./notice.js";
import { on, store } from "./store.js";

function detail(prompt) {
  const place = el("div", { class: "results", "aria-live": "polite" });
  const fields = prompt.arguments.map((argument, i) => {
    const input = el("input", { id: "argument-" + i, autocomplete: "off", "aria-required": argument.required ? "true" : null });
    const wrong = el("p", { class: "wrong", hidden: true });
    const node = el("div", { class: "field" }, el("label", { for: input.id }, el("span", { class: "name" }, argument.title ?? argument.name),
      argument.required ? el("span", { class: "must", title: "required" }, "*") : el("span", { class: "type" }, "optional")),
    argument.description ? el("p", { class: "hint" }, argument.description) : null, input, wrong,
    completing(input, () => ({ server: prompt.server, prompt: prompt.name, argument: argument.name, value: input.value, others: values(argument.name) })));
    return { argument, input, wrong, node };
  });
  const values = (except) => Object.fromEntries(fields.filter((one) => one.argument.name !== except && one.input.value !== "").map((one) => [one.argument.name, one.input.value]));
  const get = el("button", { type: "submit", class: "primary" }, "Get prompt");
  const form = el("form", { novalidate: true }, ...fields.map((one) => one.node), el("div", { class: "actions" }, get));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    let first = null;
    for (const one of fields) {
      const missing = one.argument.required && one.input.value === "";
      setText(one.wrong, missing ? "A value is required." : "").hidden = !missing;
      one.input.setAttribute("aria-invalid", String(missing));
      if (missing) first ??= one.input;
    }
    first?.focus();
    if (first) return;
    const reply = await act(get, () => post("prompts/get", { server: prompt.server, name: prompt.name, arguments: values() }));
    if (reply) place.replaceChildren(messages(reply.result));
  });
  return {
    node: el("article", { class: "tool" }, el("header", {}, el("h2", { dir: "auto" }, prompt.title ?? prompt.name),
      el("p", { class: "origin" }, el("code", {}, prompt.name), ` · ${prompt.server}`)),
    prompt.description ? el("p", { class: "description", dir: "auto" }, prompt.description) : null, form, place),
    stale: () => false,
  };
}

function messages(result) {
  const list = Array.isArray(result?.messages) ? result.messages : [];
  return el("section", { class: "card outcome" }, tabs("Forms of the prompt", [
    ["Messages", () => list.map((one) => el("section", { class: "message" }, el("h4", {}, one.role), contentBlock(one.content)))],
    ["JSON", () => [el("div", { class: "copy" }, copyButton(() => pretty(result))), code(pretty(result))]],
  ]).node);
}

export function showPrompts(root) {
  const pane = listPane(root, {
    area: "prompts", one: "prompt", hint: "Choose a prompt.",
    items: () => store.prompts, key: (one) => one.server + " " + one.name, group: (one) => one.server,
    text: (one) => [one.name, one.title, one.server, one.description].join(" "),
    row: (one) => [el("span", { class: "title" }, one.title ?? one.name, one.available ? null : badge("bad", "Unavailable")),
      el("span", { class: "sub" }, one.name)],
    detail,
  });
  const off = on("prompts", pane.draw);
  return {
    open: pane.open,
    close() {
      off();
      pane.close();
    },
  };
}
