"use strict";

/*
 * Adds a server from the registry: its name and version, then its inputs and what would be contacted or run, and only then the server.
 * Texts of the registry are untrusted, see common.js.
 */

const dialogOfRegistry = document.getElementById("registry");

function openRegistry() {
  drawRegistry({ reference: "", inputs: {}, preview: null, problem: null });
}

function drawRegistry(state) {
  const preview = state.preview;
  const form = element("form", { method: "dialog", onsubmit: (event) => { event.preventDefault(); submitRegistry(state, form); } },
    element("div", { class: "field" },
      element("label", { for: "registry-reference" }, "Name and version"),
      element("input", {
        id: "registry-reference", name: "reference", value: state.reference, required: true, autocomplete: "off",
        placeholder: "com.example/voyages@1.0.0",
      })),
    ...(preview === null ? [] : preview.inputs.map((input, index) => registryInput(input, index, state.inputs))),
    preview === null ? null : registryPreview(preview),
    state.problem === null ? null : text("p", { class: "wrong", role: "alert" }, state.problem),
    element("div", { class: "actions" },
      element("button", { type: "submit", class: "run" }, isComplete(state) ? "Add this server" : "Show what it does"),
      element("button", { type: "button", class: "stop", onclick: () => dialogOfRegistry.close() }, "Cancel")));
  dialogOfRegistry.replaceChildren(element("h2", { id: "registry-title" }, "Add a server from the registry"), form);
  if (!dialogOfRegistry.open) dialogOfRegistry.showModal();
}

function registryInput(input, index, values) {
  const id = "registry-input-" + index;
  const field = input.choices.length > 0
    ? element("select", { id, required: input.required && !input.given },
      element("option", { value: "" }, ""),
      ...input.choices.map((choice) => element("option", { value: choice, selected: choice === values[input.name] }, shown(choice))))
    : element("input", {
      id, type: input.secret ? "password" : "text", required: input.required && !input.given, autocomplete: "off",
      value: values[input.name] ?? "", placeholder: input.defaultValue ?? "",
    });
  field.dataset.input = input.name;
  return element("div", { class: "field" },
    element("label", { for: id }, shown(input.name), text("span", { class: "type" }, input.place)),
    input.description ? text("p", { class: "hint" }, input.description) : null,
    field);
}

function registryPreview(preview) {
  return element("div", { id: "registry-preview" },
    text("h4", {}, preview.consent === null ? "Not complete" : preview.isProcess ? "This would be run" : "This would be contacted"),
    text("pre", { tabindex: "0" }, preview.description),
    ...preview.warnings.map((warning) => text("p", { class: "note" }, warning)));
}

/** The preview is of these inputs: another submission adds the server. */
function isComplete(state) {
  return state.preview !== null && state.preview.consent !== null;
}

async function submitRegistry(before, form) {
  const reference = form.elements.reference.value.trim();
  const inputs = Object.fromEntries([...form.querySelectorAll("[data-input]")]
    .filter((field) => field.value !== "")
    .map((field) => [field.dataset.input, field.value]));
  const isShown = isComplete(before) && before.reference === reference && pretty(before.inputs) === pretty(inputs);
  const body = isShown ? { reference, inputs, consent: before.preview.consent } : { reference, inputs };
  const state = { reference, inputs, preview: null, problem: null };
  try {
    const response = await fetch("api/registry/" + (isShown ? "servers" : "preview"), post(JSON.stringify(body), AbortSignal.timeout(60000)));
    const answered = await response.json();
    if (!response.ok) state.problem = answered.detail;
    else if (isShown) { dialogOfRegistry.close(); await refresh(); return; }
    else state.preview = answered;
  } catch (ignored) {
    state.problem = "The application does not respond.";
  }
  drawRegistry(state);
}

document.getElementById("add").addEventListener("click", openRegistry);
