/* Adds a server by URL, command, card, registry or file. What would be contacted or run is shown before. */

import { fileFields, planFile } from "./add-file.js";
import { planPublished } from "./add-published.js";
import { post } from "./api.js";
import { button, code, el, setText } from "./dom.js";
import { closeSheet, openSheet } from "./sheet.js";

/** Splits a command line like a shell does, without any expansion. */
export function words(line) {
  const found = [];
  let word = null;
  let quote = null;
  for (let i = 0; i < line.length; i++) {
    const c = line[i];
    if (quote !== null) {
      if (c === quote) quote = null;
      else word += c;
    } else if (c === "\"" || c === "'") {
      quote = c;
      word ??= "";
    } else if (/\s/.test(c)) {
      if (word !== null) found.push(word);
      word = null;
    } else {
      word = (word ?? "") + c;
    }
  }
  if (word !== null) found.push(word);
  return found;
}

const KINDS = [
  { key: "address", label: "URL or command", example: "https://… or a command",
    hint: "A URL is contacted. A command runs on the machine of the application, with its rights." },
  { key: "card", label: "Server card", example: "https://example.com/mcp/server-card",
    hint: "The card is read, and its server is contacted afterwards." },
  { key: "registry", label: "Registry entry", example: "com.example/orders@1.4.0",
    hint: "The entry is read from the registry of mcp.registry. Its server is contacted, or its package is run, afterwards." },
  { key: "file", label: "File of a client", example: "", hint: "" },
];

export function addServer() {
  const name = el("input", { id: "add-name", autocomplete: "off", spellcheck: "false", required: true, pattern: "[A-Za-z0-9][A-Za-z0-9_\\-]*" });
  const target = el("input", { id: "add-target", autocomplete: "off", spellcheck: "false", required: true, placeholder: KINDS[0].example });
  const label = el("label", { for: "add-target" }, KINDS[0].label);
  const hint = el("p", { class: "hint" }, KINDS[0].hint);
  const kind = el("select", { id: "add-kind" }, ...KINDS.map((one) => el("option", { value: one.key }, one.label)));
  const chosen = () => KINDS.find((one) => one.key === kind.value);
  const file = fileFields();
  kind.addEventListener("change", () => {
    file.node.hidden = kind.value !== "file";
    named.hidden = targeted.hidden = kind.value === "file";
    setText(label, chosen().label);
    setText(hint, chosen().hint);
    target.placeholder = chosen().example;
  });
  const wrong = el("p", { class: "wrong", role: "alert" });
  const named = el("div", { class: "field" }, el("label", { for: "add-name" }, "Name"), name);
  const targeted = el("div", { class: "field" }, label, target, hint);
  const form = el("form", { novalidate: true }, named, el("div", { class: "field" }, el("label", { for: "add-kind" }, "Found by"), kind), targeted, file.node,
    wrong, el("div", { class: "actions" }, el("button", { type: "submit", class: "primary" }, "Show the plan"), button("Cancel", closeSheet)));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (kind.value === "file" && file.content().trim() === "") {
      setText(wrong, "The content is missing.");
      file.focus();
    } else if (kind.value === "file") {
      planFile(file.content());
    } else if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/.test(name.value)) {
      setText(wrong, "A name has letters, digits, - and _.");
      name.focus();
    } else if (target.value.trim() === "") {
      setText(wrong, `${chosen().label} is missing.`);
      target.focus();
    } else if (chosen().key === "address") {
      plan(name.value, target.value.trim());
    } else {
      planPublished({ name: name.value, [chosen().key]: target.value.trim() });
    }
  });
  openSheet("Add a server", form);
  name.focus();
}

function plan(name, target) {
  const isUrl = /^https?:\/\//i.test(target);
  const [command, ...args] = isUrl ? [] : words(target);
  const wrong = el("p", { class: "wrong", role: "alert" });
  const go = button(isUrl ? "Connect" : "Run the command", async () => {
    go.disabled = true;
    try {
      await post("servers/add", isUrl ? { name, url: target } : { name, command, args });
      closeSheet();
    } catch (ex) {
      setText(wrong, [ex.message, ex.remedy].filter(Boolean).join(" "));
      go.disabled = false;
    }
  }, { class: "primary" });
  openSheet("Plan for " + name,
    el("p", {}, isUrl ? "The application would connect to this address:" : "The application would run this program with these arguments:"),
    code(isUrl ? target : [command, ...args].map((one, i) => (i === 0 ? "program   " : "argument  ") + one).join("\n")),
    el("p", { class: "quiet" }, "The server gets the defaults of mcp.defaults, without credentials. It is gone when the application ends."),
    wrong, el("div", { class: "actions" }, go, button("Cancel", closeSheet)));
}
