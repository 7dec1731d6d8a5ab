/* Resources and templates: read, and follow what changes. */

import { post } from "./api.js";
import { badge, button, clock, code, copyButton, el, pretty, setText, tabs } from "./dom.js";
import { resource } from "./content.js";
import { completing } from "./completion.js";
import { listPane } from "./list-pane.js";
import { act } from "./notice.js";
import { on, store } from "./store.js";

const key = (one) => one.server + " " + one.uri;

/** Names of the variables of a template: {a}, {+a}, {?a,b}, {a*}. */
export function variables(template) {
  return [...new Set([...template.matchAll(/\{[+#./;?&]?([^{}]+)\}/g)].flatMap(([, names]) =>
    names.split(",").map((name) => name.replace(/(\*|:\d+)$/, ""))))].slice(0, 50);
}

/** Fills in a template, RFC 6570 without lists. Variables without a value are left out. */
export function expand(template, values) {
  const encode = (text, reserved) => reserved ? encodeURI(text).replaceAll("%25", "%") : encodeURIComponent(text);
  return template.replace(/\{([+#./;?&]?)([^{}]+)\}/g, (whole, operator, names) => {
    const given = names.split(",").map((name) => name.replace(/(\*|:\d+)$/, "")).filter((name) => values[name]);
    if (given.length === 0) return "";
    const named = "?&;".includes(operator) && operator !== "";
    const [first, separator] = { "": ["", ","], "+": ["", ","], "#": ["#", ","], ".": [".", "."], "/": ["/", "/"], ";": [";", ";"], "?": ["?", "&"], "&": ["&", "&"] }[operator];
    return first + given.map((name) => (named ? name + "=" : "") + encode(values[name], operator === "+" || operator === "#")).join(separator);
  });
}

function detail(one) {
  const place = el("div", { class: "results", "aria-live": "polite" });
  const fields = one.template ? variables(one.uri).map((name) => [name, el("input", { id: "variable-" + name.replace(/[^A-Za-z0-9_-]/g, ""), autocomplete: "off", spellcheck: "false" })]) : [];
  const values = () => Object.fromEntries(fields.map(([name, input]) => [name, input.value]));
  const address = el("code", { class: "address" });
  const target = () => one.template ? expand(one.uri, values()) : one.uri;
  const drawAddress = () => setText(address, target());
  const read = el("button", { type: "submit", class: "primary" }, "Read");
  const form = el("form", { novalidate: true }, ...fields.map(([name, input]) => el("div", { class: "field" }, el("label", { for: input.id }, name), input,
    completing(input, () => ({ server: one.server, template: one.uri, argument: name, value: input.value, others: others(name) })))));
  const others = (name) => Object.fromEntries(Object.entries(values()).filter(([other, value]) => other !== name && value !== ""));
  const follow = button("Subscribe", () => act(follow, async () => {
    const subscribed = follow.dataset.on === "true";
    await post(subscribed ? "resources/unsubscribe" : "resources/subscribe", { server: one.server, uri: target() });
    follow.dataset.on = String(!subscribed);
    setText(follow, subscribed ? "Subscribe" : "Unsubscribe");
    setText(note, subscribed ? "" : "Read again when the server reports a change.");
  }));
  const note = el("p", { class: "quiet", role: "status" });
  form.append(el("p", {}, address), el("div", { class: "actions" }, read, follow), note);
  form.addEventListener("input", drawAddress);
  const load = async () => {
    const contents = await act(read, () => post("resources/read", { server: one.server, uri: target(), fresh: true }));
    if (!contents) return;
    const parts = contents.result?.contents ?? [];
    place.replaceChildren(el("section", { class: "card outcome" }, tabs("Forms of the contents", [
      ["Contents", () => parts.map(resource)],
      ["JSON", () => [el("div", { class: "copy" }, copyButton(() => pretty(contents.result))), code(pretty(contents.result))]],
    ]).node));
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    load();
  });
  drawAddress();
  let seen = store.updates.get(one.server + " " + target()) ?? 0;
  const off = on("updates", () => {
    const time = store.updates.get(one.server + " " + target()) ?? 0;
    if (time <= seen) return;
    seen = time;
    setText(note, "Changed at " + clock(time) + ", read again.");
    load();
  });
  return {
    node: el("article", { class: "tool" }, el("header", {}, el("h2", { dir: "auto" }, one.title ?? one.name ?? one.uri),
      el("p", { class: "origin" }, one.server, one.mimeType ? " · " + one.mimeType : "", one.size === null ? "" : ` · ${one.size} bytes`)),
    one.description ? el("p", { class: "description", dir: "auto" }, one.description) : null, form, place),
    close: off,
  };
}

export function showResources(root) {
  const pane = listPane(root, {
    area: "resources", one: "resource", hint: "Choose a resource or a template.",
    items: () => store.resources, key, group: (one) => one.server,
    text: (one) => [one.name, one.title, one.uri, one.server, one.description].join(" "),
    row: (one) => [el("span", { class: "title" }, one.title ?? one.name ?? one.uri, one.template ? badge("off", "Template") : null),
      el("span", { class: "sub" }, one.uri)],
    detail,
  });
  const off = on("resources", pane.draw);
  return {
    open: pane.open,
    close() {
      off();
      pane.close();
    },
  };
}
