/* Skills: instructions of servers for models. Files are read for review, as text; nothing is loaded or approved here. */

import { post } from "./api.js";
import { badge, button, count, el } from "./dom.js";
import { textBlock } from "./content.js";
import { listPane } from "./list-pane.js";
import { act } from "./notice.js";
import { on, store } from "./store.js";

const STATES = {
  VALID: ["good", "Valid"], APPROVED: ["good", "Approved"], CHANGED: ["busy", "Changed"], DYNAMIC: ["busy", "Dynamic"], INVALID: ["bad", "Invalid"],
};

const MEANING = {
  VALID: "It can be loaded.", APPROVED: "Its files were approved.", CHANGED: "Its files differ from those that were loaded or approved before.",
  DYNAMIC: "It has no list of files: what the server sends cannot be verified.", INVALID: "It cannot be loaded.",
};

const key = (skill) => skill.server + " " + skill.uri;

function stateBadge(skill) {
  return badge(...STATES[skill.state] ?? ["off", skill.state]);
}

function content(read) {
  return el("section", { class: "card outcome" },
    el("header", {}, badge(read.verified ? "good" : "busy", read.verified ? "Verified" : "Not verified"), el("code", { class: "address" }, read.uri)),
    el("p", { class: "quiet" }, `${count(read.size, "byte")}. ` + (read.verified ? "Size and digest are those that the server has listed, which is no sign of trust." : "The server has listed no digest.")),
    read.hidden ? el("p", { class: "trouble" }, "It has characters or comments that a reader of the rendered text would not see.") : null,
    read.text === null ? el("p", { class: "note" }, "It is not text in UTF-8.") : textBlock(read.text));
}

function detail(skill) {
  const place = el("div", { class: "results", "aria-live": "polite" });
  const reader = (label, file, attributes) => {
    const node = button(label, () => act(node, async () => {
      place.replaceChildren(content(await post("skills/read", { server: skill.server, uri: skill.uri, file })));
    }), attributes);
    return node;
  };
  const files = skill.files ?? [];
  return {
    node: el("article", { class: "tool skill" }, el("header", {}, el("h2", { dir: "auto" }, skill.name || "Invalid skill"),
      el("p", { class: "origin" }, el("code", {}, skill.uri), ` · ${skill.server}`),
      el("p", { class: "badges" }, stateBadge(skill), skill.available ? null : badge("bad", "Server did not respond"))),
    el("p", { class: "description", dir: "auto" }, skill.description),
    el("p", { class: "quiet" }, [MEANING[skill.state], skill.reason].filter(Boolean).join(" ")),
    skill.fingerprint ? el("dl", { class: "facts" }, el("dt", {}, "Fingerprint"), el("dd", {}, el("code", {}, skill.fingerprint))) : null,
    skill.state === "INVALID" ? null : el("div", { class: "actions" }, reader("Read the instructions", null, { class: "primary" })),
    files.length === 0 ? null : el("details", { open: files.length <= 20 }, el("summary", {}, count(files.length, "file")),
      el("ul", { class: "files" }, ...files.map((file) => el("li", {}, reader(file.uri, file.uri, { class: "plain" }), el("span", { class: "quiet" }, ` ${count(file.size, "byte")}`))))),
    place),
    stale: (next) => next !== null && JSON.stringify(next) !== JSON.stringify(skill),
  };
}

export function showSkills(root) {
  const problems = el("div", {});
  const refresh = button("List again", () => act(refresh, async () => {
    store.skills = await post("skills/refresh");
    draw();
  }));
  root.append(el("div", { class: "head" }, el("h2", {}, "Skills"), refresh), problems);
  const pane = listPane(root, {
    area: "skills", one: "skill", hint: "Choose a skill.",
    items: () => store.skills?.skills ?? [], key, group: (skill) => skill.server,
    text: (skill) => [skill.name, skill.uri, skill.server, skill.description].join(" "),
    row: (skill) => [el("span", { class: "title" }, skill.name || "Invalid skill", stateBadge(skill)), el("span", { class: "sub" }, skill.uri)],
    detail,
  });
  function draw() {
    problems.replaceChildren(...Object.entries(store.skills?.problems ?? {}).map(([server, text]) => el("p", { class: "trouble" }, `${server}: ${text}`)));
    pane.draw();
  }
  const off = on("skills", draw);
  draw();
  return {
    open: pane.open,
    close() {
      off();
      pane.close();
    },
  };
}
