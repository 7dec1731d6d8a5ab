/* Adds a server of a card or a registry: its inputs, and what would be contacted or run, come before. */

import { post } from "./api.js";
import { button, code, el, setText } from "./dom.js";
import { closeSheet, openSheet } from "./sheet.js";

/** Looks the server up. A plan that is not complete asks for inputs; only a complete one can be carried out. */
export async function planPublished(server) {
  const wrong = el("p", { class: "wrong", role: "alert" });
  openSheet("Plan for " + server.name, el("p", { role: "status" }, "Looking it up…"), el("div", { class: "actions" }, button("Cancel", closeSheet)));
  let preview;
  try {
    preview = await post("servers/preview", server);
  } catch (ex) {
    setText(wrong, [ex.message, ex.remedy].filter(Boolean).join(" "));
    openSheet("Plan for " + server.name, wrong, el("div", { class: "actions" }, button("Close", closeSheet)));
    return;
  }
  const fields = preview.inputs.map((input, index) => inputField(input, index, server.inputs ?? {}));
  const values = () => Object.fromEntries(fields.filter((field) => field.control.value !== "")
    .map((field) => [field.name, field.control.value]));
  const isComplete = preview.consent !== null;
  const isShown = () => JSON.stringify(values()) === JSON.stringify(server.inputs ?? {});
  const go = el("button", { type: "submit", class: "primary" }, isComplete ? carryOut(preview) : "Show the plan");
  const form = el("form", { novalidate: true },
    el("p", {}, !isComplete ? "Values are missing:" : preview.isProcess
      ? "The application would run this program:" : "The application would connect to this address:"),
    code(preview.description),
    ...preview.warnings.map((warning) => el("p", { class: "quiet" }, warning)),
    ...fields.map((field) => field.node),
    wrong, el("div", { class: "actions" }, go, button("Cancel", closeSheet)));
  form.addEventListener("input", () => setText(go, isComplete && isShown() ? carryOut(preview) : "Show the plan"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const next = { ...server, inputs: values() };
    if (!isComplete || !isShown()) {
      planPublished(next);
      return;
    }
    go.disabled = true;
    try {
      await post("servers/add", { ...next, consent: preview.consent });
      closeSheet();
    } catch (ex) {
      setText(wrong, [ex.message, ex.remedy].filter(Boolean).join(" "));
      go.disabled = false;
    }
  });
  openSheet("Plan for " + server.name, form);
}

function carryOut(preview) {
  return preview.isProcess ? "Run the command" : "Connect";
}

export function inputField(input, index, given) {
  const id = "add-input-" + index;
  const attributes = { id, autocomplete: "off", spellcheck: "false", "data-input": input.name };
  const control = input.choices.length > 0
    ? el("select", attributes, el("option", { value: "" }, ""), ...input.choices.map((choice) => el("option", { value: choice }, choice)))
    : el("input", { ...attributes, type: input.secret ? "password" : "text", placeholder: input.defaultValue ?? "" });
  control.value = given[input.name] ?? "";
  const node = el("div", { class: "field" },
    el("label", { for: id }, input.name + (input.required ? "" : " (optional)")), control,
    el("p", { class: "hint" }, [input.description, input.place, input.given && given[input.name] === undefined ? "has a value of the application" : null].filter(Boolean).join("; ")));
  return { name: input.name, node, control };
}
