/* One tool: what it says, what a model gets, and its calls. */

import { get, post } from "./api.js";
import { badge, button, code, count, el, empty, pretty, tabs } from "./dom.js";
import { act } from "./notice.js";
import { runPanel } from "./run.js";
import { snippets } from "./snippets.js";
import { store } from "./store.js";

function hintBadges(hints) {
  if (!hints) return [badge("off", "No annotations")];
  const one = (value, yes, kind, no) => value === true ? badge(kind, yes) : value === false && no ? badge("off", no) : null;
  return [
    one(hints.readOnly, "Read-only", "good"), hints.readOnly ? null : one(hints.destructive, "Destructive", "bad", "Not destructive"),
    one(hints.idempotent, "Idempotent", "off"), one(hints.openWorld, "Open world", "off", "Closed world"),
  ].filter(Boolean);
}

function naming(tool) {
  return tool.name === tool.original ? "The model sees the server's own name."
    : `The model sees ${tool.name}: the server's name “${tool.original}” is used by another server, not permitted for models, or prefixed by mcp.tools.naming.`;
}

function definitions(detail) {
  const { tool } = detail;
  const saved = detail.sentTokens - detail.modelTokens;
  return [
    el("dl", { class: "facts" },
      el("dt", {}, "Name for models"), el("dd", {}, el("code", {}, tool.name)),
      el("dt", {}, "Name at the server"), el("dd", {}, el("code", {}, tool.original)),
      el("dt", {}, "Why"), el("dd", {}, naming(tool)),
      el("dt", {}, "Whole definition"), el("dd", {}, tool.tokens ? `about ${count(tool.tokens, "token")} in each prompt` : "not offered to models"),
      el("dt", {}, "Comes from"), el("dd", {}, { LISTED: "the list of the server", DECLARED: "the configuration", STORED: "the stored catalogue" }[tool.origin] ?? tool.origin)),
    el("h4", {}, `Schema that a model gets, about ${count(detail.modelTokens, "token")}` + (saved > 0 ? `, ${saved} fewer than sent` : "")),
    code(pretty(detail.modelSchema)),
    detail.modelDescription && detail.modelDescription !== tool.description
      ? el("div", {}, el("h4", {}, "Description that a model gets"), code(detail.modelDescription)) : null,
    el("h4", {}, `Definition as sent; its input schema has about ${count(detail.sentTokens, "token")}`), code(pretty(detail.definition)),
  ].filter(Boolean);
}

/** What has changed since this user saw the tool last, until they say that they have seen it. */
function differences({ tool, differences: all, fingerprint }) {
  if (all.length === 0) return null;
  const seen = button("Mark as seen", () => act(seen, () => post("tools/seen", { name: tool.name, fingerprint })));
  return el("section", { class: "card changes", "aria-label": "Changes" }, el("header", {}, el("strong", {}, "Changed since you saw it"), seen),
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Differences" }, el("table", {},
      el("thead", {}, el("tr", {}, ...["Member", "Before", "Now"].map((one) => el("th", { scope: "col" }, one)))),
      el("tbody", {}, ...all.map((one) => el("tr", {}, el("th", { scope: "row" }, one.path), el("td", { dir: "auto" }, one.before === null ? "absent" : el("del", {}, one.before)),
        el("td", { dir: "auto" }, one.now === null ? "absent" : el("ins", {}, one.now))))))));
}

/** What a tool is, without what changes while it stays the same. */
function defined({ tokens, available, unseen, ...rest }) {
  return JSON.stringify(rest);
}

export function toolDetail(tool) {
  const body = el("div", {}, empty("Loading…"));
  const state = el("p", { class: "badges" });
  const node = el("article", { class: "tool" },
    el("header", {}, el("h2", { dir: "auto" }, tool.title ?? tool.original),
      el("p", { class: "origin" }, el("code", {}, tool.name), ` · ${tool.server}`),
      state),
    tool.change ? el("p", { class: "trouble" }, "Changed since it was approved: " + tool.change) : null,
    tool.description ? el("p", { class: "description", dir: "auto" }, tool.description) : null, body);
  let latest = tool;
  let changes = null;
  let run = null;
  let closed = false;
  const drawState = () => state.replaceChildren(...hintBadges(tool.hints), ...latest.available ? [] : [badge("bad", "Server not connected")]);
  drawState();
  get("tools/one?name=" + encodeURIComponent(tool.name)).then((detail) => {
    if (closed) return;
    const schema = detail.definition.inputSchema ?? {};
    run = runPanel(detail, schema);
    const server = () => store.servers.find((one) => one.name === tool.server);
    changes = differences(detail);
    body.replaceChildren(...[changes, tabs("Parts of the tool", [
      ["Run", () => run.node], ["Definition", () => definitions(detail)],
      ["Code", () => snippets(detail.tool, schema, run.args, server())],
    ]).node].filter(Boolean));
  }).catch((ex) => body.replaceChildren(empty(ex.message)));
  return {
    node,
    /** Draws the tool again only if it has changed: what was typed, and how the last call ended, would be gone. */
    stale(next) {
      if (next === null) return false;
      const isNew = next.unseen && !latest.unseen;
      latest = next;
      drawState();
      if (!next.unseen) changes?.remove();
      const isBack = next.available && !tool.available; // only a connected server says whether it runs tasks
      return isNew || isBack || defined(next) !== defined(tool);
    },
    close() {
      closed = true;
      run?.close();
    },
  };
}
