/* Adds servers of a file of another program: Claude Desktop, Cursor, VS Code. The plan of each comes before, and nothing is chosen by itself. */

import { inputField } from "./add-published.js";
import { post } from "./api.js";
import { badge, button, code, count, el, setText } from "./dom.js";
import { closeSheet, openSheet } from "./sheet.js";

const MAX = 1024 * 1024;

/** The content, pasted or of a file that is read in the page. */
export function fileFields() {
  const text = el("textarea", { id: "add-text", class: "raw", rows: "8", spellcheck: "false", placeholder: "{\"mcpServers\": {…}}" });
  const wrong = el("p", { class: "wrong", role: "alert" });
  const chosen = el("input", { id: "add-file", type: "file", accept: ".json,application/json" });
  chosen.addEventListener("change", async () => {
    const file = chosen.files[0];
    setText(wrong, file?.size > MAX ? "The file is larger than 1 MB." : "");
    if (file && file.size <= MAX) text.value = await file.text();
  });
  return {
    node: el("div", { hidden: true }, el("div", { class: "field" }, el("label", { for: "add-file" }, "File"), chosen, wrong),
      el("div", { class: "field" }, el("label", { for: "add-text" }, "Content"), text,
        el("p", { class: "hint" }, "JSON of Claude Desktop, Cursor, VS Code or Zed. Its variables are those of the application."))),
    content: () => text.value,
    focus: () => text.focus(),
  };
}

const message = (ex) => [ex.message, ex.remedy].filter(Boolean).join(" ");

function serverOf({ name, preview }) {
  const id = "add-server-" + encodeURIComponent(name);
  const box = el("input", { type: "checkbox", id, "data-name": name, disabled: preview.consent === null });
  const result = el("p", { class: "wrong", role: "alert" });
  const node = el("section", { class: "planned" }, el("label", { class: "check", for: id }, box, el("strong", {}, name),
    badge(preview.isProcess ? "busy" : "off", preview.consent === null ? "Not complete" : preview.isProcess ? "Runs a program" : "Contacts an address")),
  code(preview.description), ...preview.warnings.map((warning) => el("p", { class: "quiet" }, warning)), result);
  return { name, box, result, node, consent: preview.consent };
}

export async function planFile(content, inputs = {}) {
  const wrong = el("p", { class: "wrong", role: "alert" });
  let found;
  try {
    found = await post("servers/file/preview", { content, inputs });
  } catch (ex) {
    setText(wrong, message(ex));
    openSheet("Servers of the file", wrong, el("div", { class: "actions" }, button("Close", closeSheet)));
    return;
  }
  const servers = found.map(serverOf);
  const all = [...new Map(found.flatMap(({ preview }) => preview.inputs).map((input) => [input.name, input])).values()];
  const fields = all.map((input, index) => inputField(input, index, inputs));
  const values = () => Object.fromEntries(fields.filter((field) => field.control.value !== "").map((field) => [field.name, field.control.value]));
  const isShown = () => JSON.stringify(values()) === JSON.stringify(inputs);
  const chosen = () => servers.filter((one) => one.box.checked && !one.box.disabled);
  const go = el("button", { type: "submit", class: "primary" });
  const drawGo = () => {
    setText(go, isShown() ? "Add " + count(chosen().length, "server") : "Show the plan again");
    go.disabled = isShown() && chosen().length === 0;
  };
  const form = el("form", { novalidate: true }, el("p", {}, found.length === 0 ? "The file has no servers." : "The application would run or contact what you choose:"),
    ...servers.map((one) => one.node), fields.length > 0 ? el("h3", {}, "Inputs of the file") : null, ...fields.map((field) => field.node),
    wrong, el("div", { class: "actions" }, go, button("Close", closeSheet)));
  form.addEventListener("input", drawGo);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!isShown()) {
      planFile(content, values());
      return;
    }
    go.disabled = true;
    for (const one of chosen()) {
      try {
        await post("servers/file/add", { content, inputs, name: one.name, consent: one.consent });
        one.box.disabled = true;
        setText(one.result, "").after(el("p", { class: "note", role: "status" }, "Added."));
      } catch (ex) {
        setText(one.result, message(ex));
      }
    }
    if (chosen().length === 0) closeSheet(); // none of them failed
    drawGo();
  });
  drawGo();
  openSheet("Servers of the file", form);
}
