/* Adds a server by URL or command. What would be contacted or run is shown before. */

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

export function addServer() {
  const name = el("input", { id: "add-name", autocomplete: "off", spellcheck: "false", required: true, pattern: "[A-Za-z0-9][A-Za-z0-9_\\-]*" });
  const target = el("input", { id: "add-target", autocomplete: "off", spellcheck: "false", required: true, placeholder: "https://… or a command" });
  const wrong = el("p", { class: "wrong", role: "alert" });
  const form = el("form", { novalidate: true },
    el("div", { class: "field" }, el("label", { for: "add-name" }, "Name"), name),
    el("div", { class: "field" }, el("label", { for: "add-target" }, "URL or command"), target,
      el("p", { class: "hint" }, "A URL is contacted. A command runs on the machine of the application, with its rights.")),
    wrong, el("div", { class: "actions" }, el("button", { type: "submit", class: "primary" }, "Show the plan"), button("Cancel", closeSheet)));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/.test(name.value)) {
      setText(wrong, "A name has letters, digits, - and _.");
      name.focus();
    } else if (target.value.trim() === "") {
      setText(wrong, "A URL or a command is missing.");
      target.focus();
    } else {
      plan(name.value, target.value.trim());
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
