/* Dialogs that the user of the page opens. */

import { el } from "./dom.js";

const dialog = () => document.getElementById("sheet");

export function openSheet(title, ...content) {
  dialog().replaceChildren(el("h2", { id: "sheet-title" }, title), ...content);
  if (!dialog().open) dialog().showModal();
}

export function closeSheet() {
  dialog().close();
}

/** Asks for a confirmation. Resolves to whether it is given; closing the dialog is none. */
export function confirmed(title, label, ...content) {
  return new Promise((resolve) => {
    const done = (given) => {
      resolve(given);
      closeSheet();
    };
    openSheet(title, ...content, el("div", { class: "actions" },
      el("button", { type: "button", class: "primary danger", onclick: () => done(true) }, label),
      el("button", { type: "button", onclick: () => done(false) }, "Cancel")));
    dialog().addEventListener("close", () => resolve(false), { once: true });
  });
}
