"use strict";

/*
 * The console: polls servers and their features, renders schemas as forms, runs tools, reads resources, fills in
 * prompts, and shows the servers' questions to the user.
 *
 * Names, texts, schemas and results come from untrusted servers. All of it passes shown() and becomes text nodes or
 * values; none of it becomes markup, a class, an id or an address, except images of known types.
 */

const POLL_MILLIS = 2000;
const QUESTION_MILLIS = 1000;
const MAX_LOG_LINES = 200;
const IMAGE_TYPES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
const BUSY_STATES = new Set(["CONNECTING", "INITIALIZING", "RECONNECTING", "CLOSING"]);
const STATE_WORDS = {
  CONNECTED: "connected", CONNECTING: "connecting", INITIALIZING: "initialising",
  RECONNECTING: "reconnecting", CLOSING: "closing", DISCONNECTED: "disconnected",
};
const OUTCOME_WORDS = {
  NOT_SENT: "Nothing reached the server. The call may be repeated.",
  REJECTED: "The server did not execute the call. It may be repeated after the cause is removed.",
  UNKNOWN: "The server may have executed the call: no response was received.",
  ANSWERED: "The server responded with this error.",
};

const page = {
  summary: document.getElementById("summary"),
  offline: document.getElementById("offline"),
  skip: document.getElementById("skip"),
  columns: document.getElementById("columns"),
  search: document.getElementById("search"),
  servers: document.getElementById("servers"),
  back: document.getElementById("back"),
  empty: document.getElementById("empty"),
  tool: document.getElementById("tool"),
  result: document.getElementById("result"),
  question: document.getElementById("question"),
};

let tools = [];
let authorizations = [];         // pending authorization requests of servers
let authorizationServer = null;  // the one of the profile secured, null in other profiles
let items = [];           // tools, resources and prompts, each with its own key
let selected = null;      // key of the item whose form is shown
let lastOverview = "";    // input of the rendered overview
let lastForm = "";        // input of the rendered form
let running = null;       // the call in progress
const acting = new Set();  // addresses of buttons whose request is in progress
let known = [];           // the servers of the last poll
let wanted = "";          // search text, in lower case
const narrow = matchMedia("(max-width: 50rem)");  // the list or the form is shown, as in console.css

// drawing

/** Makes untrusted text safe to display: control, direction and invisible characters become visible. */
function shown(text) {
  return String(text ?? "").replace(
    /(?<!\p{Extended_Pictographic}\uFE0F?)\u200D|(?![\n\t\u200D])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2028\u2029]/gu,
    (c) => "\u27E8U+" + c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0") + "\u27E9");
}

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** The console's own texts pass it as well, without an effect. */
function text(tag, attributes, content) {
  return element(tag, attributes, shown(content));
}

function badge(kind, words) {
  return text("span", { class: "badge " + kind }, words);
}

function pretty(value) {
  return JSON.stringify(value, null, 2);
}

// overview

async function poll() {
  await refresh();
  setTimeout(poll, POLL_MILLIS);
}

async function refresh() {
  try {
    if (!document.hidden || lastOverview === "") {
      const [servers, list, resources, prompts, pending, issuer] = await Promise.all(
        ["api/servers", "api/tools", "api/resources", "api/prompts", "api/authorizations", "api/authorization-server"].map(getJson));
      page.offline.hidden = true;
      authorizations = pending;
      authorizationServer = issuer;
      tools = list;
      items = [...tools.map((tool) => ({ ...tool, kind: "tool", key: "tool=" + tool.name })), ...offered(resources, prompts)];
      known = servers;
      drawOverview(servers);
      drawItem();
    }
  } catch (ignored) {
    page.offline.hidden = false;
  }
}

function offered(resources, prompts) {
  return [
    ...resources.map((one) => ({
      ...one, kind: "resource", available: true, key: "resource=" + one.server + " " + (one.uri ?? one.uriTemplate),
    })),
    ...prompts.map((one) => ({ ...one, kind: "prompt", available: true, key: "prompt=" + one.server + " " + one.name })),
  ];
}

async function getJson(address) {
  const response = await fetch(address, {
    headers: { Accept: "application/json" }, cache: "no-store", signal: AbortSignal.timeout(10000),
  });
  if (!response.ok) throw new Error(String(response.status));
  return response.status === 204 ? null : response.json();
}

function drawOverview(servers) {
  if (selected === null && items.length > 0) {
    const addressed = items.find((item) => item.key === keyOfAddress());
    selected = (addressed ?? items.find((item) => item.available) ?? items[0]).key;
    if (addressed) view("item");
  }
  const overview = JSON.stringify([servers, items, selected, authorizations, authorizationServer, wanted]);
  if (overview === lastOverview) return;
  lastOverview = overview;

  const connected = servers.filter((server) => server.state === "CONNECTED").length;
  page.summary.textContent = servers.length === 0
    ? "No servers are configured"
    : `${connected} of ${servers.length} servers connected, ${tools.length} tools`;

  const focused = document.activeElement?.dataset?.item;
  const cards = servers.filter((server) => wanted === "" || items.some((item) => item.server === server.name && isWanted(item)));
  page.servers.replaceChildren(...authorizations.map(authorizationNote), ...cards.map(serverCard));
  if (servers.length > 0 && cards.length === 0) page.servers.append(text("p", { class: "none" }, "Nothing found."));
  if (servers.length === 0) {
    page.servers.replaceChildren(text("p", { class: "none" },
      "Start the application with --mcp.servers.<name>.url=… to add a server."));
  }
  if (focused !== undefined) {
    [...page.servers.querySelectorAll("button")].find((button) => button.dataset.item === focused)?.focus();
  }
}

function serverCard(server) {
  const kind = server.state === "CONNECTED" ? "good" : BUSY_STATES.has(server.state) && !server.lastError ? "busy" : "bad";
  const info = server.serverInfo;
  const facts = [
    info ? [info.title ?? info.name, info.version].filter(Boolean).join(" ") : null,
    server.era,
    server.protocolVersion,
  ].filter(Boolean).join(" · ");
  const lists = [["tool", "Tools"], ["resource", "Resources"], ["prompt", "Prompts"]].flatMap(([kind, title]) => {
    const own = items.filter((item) => item.server === server.name && item.kind === kind && isWanted(item));
    return own.length === 0 ? [] : [text("h3", {}, title), element("ul", { class: "items" }, ...own.map(itemButton))];
  });
  return element("section", { class: "card server" },
    element("header", {}, text("h2", {}, server.name), badge(kind, STATE_WORDS[server.state] ?? server.state)),
    text("p", { class: "facts" }, facts || "not connected yet"),
    server.lastError ? text("p", { class: "why" }, server.lastError) : null,
    authorizationServer?.server === server.name ? authorizationServerNote() : null,
    ...(lists.length > 0 ? lists : [text("p", { class: "none" }, "No tools, resources or prompts.")]));
}

/** A link to the consent page of a server. It opens in another tab, so that no input here is lost. */
function authorizationNote(authorization) {
  const address = webAddress(authorization.address);
  const scopes = authorization.scopes.length > 0 ? " for " + authorization.scopes.join(" ") : "";
  return element("p", { class: "authorize" },
    text("strong", {}, authorization.server), shown(` needs your consent${scopes} at ${authorization.issuer}. `),
    address === null ? null : element("a", { href: address.href, target: "_blank", rel: "noopener" }, "Authorize"));
}

/** The counters of the authorization server, and buttons that expire or revoke its tokens. */
function authorizationServerNote() {
  const { server, issuer, ledger, validTokens } = authorizationServer;
  return element("div", { class: "issuer" },
    text("p", {}, `${issuer}: ${ledger.registrations} registered, ${ledger.grants} granted, ${ledger.refreshes} refreshed; ${validTokens} access tokens valid`),
    action("Expire the token", "api/authorization-server/expire"),
    action("Revoke access", "api/authorization-server/revoke"),
    action("Log out", "api/authorizations/" + encodeURIComponent(server) + "/logout"));
}

function action(words, address) {
  const button = element("button", { type: "button", onclick: () => act(button, address) }, words);
  button.dataset.item = address;
  button.disabled = acting.has(address);
  return button;
}

/** Sends the request of a button, which stays disabled meanwhile, also if a poll draws it again. */
async function act(button, address) {
  acting.add(address);
  button.disabled = true;
  try {
    await fetch(address, { method: "POST", signal: AbortSignal.timeout(10000) });
  } catch (ignored) {
    // the poll reports it
  }
  acting.delete(address);
  await refresh();
  [button, ...page.servers.querySelectorAll("button")]
    .filter((one) => one.dataset.item === address)
    .forEach((one) => { one.disabled = false; });
}

function itemButton(item) {
  const small = item.kind === "resource" ? item.uri ?? item.uriTemplate : item.name;
  const button = element("button", {
    type: "button",
    class: item.available ? null : "away",
    "aria-current": item.key === selected ? "true" : null,
    onclick: () => select(item.key),
  }, text("strong", {}, item.title ?? item.name ?? item.uri), effect(item), text("small", {}, small + (item.available ? "" : " (unavailable)")));
  button.dataset.item = item.key;
  return element("li", {}, button);
}

/** The effect of a tool according to the server's annotations, if there are any. */
function effect(item) {
  const { readOnlyHint, destructiveHint } = item.annotations ?? {};
  if (readOnlyHint === true) return badge("plain", "read-only");
  return destructiveHint === true ? badge("bad", "destructive") : null;
}

function isWanted(item) {
  return [item.title, item.name, item.uri, item.uriTemplate, item.server]
    .some((one) => String(one ?? "").toLowerCase().includes(wanted));
}

/** On a narrow screen either the list or the form is visible, as selected here; on a wide one both. */
function view(which) {
  page.columns.dataset.view = which;
}

page.search.addEventListener("input", () => {
  wanted = page.search.value.trim().toLowerCase();
  drawOverview(known);
});

page.skip.addEventListener("click", () => view("item"));

page.back.addEventListener("click", () => {
  view("list");
  [...page.servers.querySelectorAll("button")].find((button) => button.dataset.item === selected)?.focus();
});

function select(key) {
  selected = key;
  lastOverview = "";
  history.replaceState(null, "", "#" + encodeURIComponent(key));
  for (const button of page.servers.querySelectorAll("button")) {
    if (button.dataset.item === key) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
  page.result.replaceChildren();
  drawItem();
  view("item");
  if (narrow.matches) {
    scrollTo(0, 0);
    page.back.focus();
  }
}

function keyOfAddress() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch (ignored) {
    return null;
  }
}

// form

/** Draws the form again only if the item is another one or has changed: input is kept. */
function drawItem() {
  const item = items.find((candidate) => candidate.key === selected);
  page.tool.hidden = !item;
  page.empty.hidden = Boolean(item);
  if (!item) {
    lastForm = "";
    return;
  }
  const drawnFrom = JSON.stringify({ ...item, available: true });
  if (drawnFrom !== lastForm) {
    lastForm = drawnFrom;
    stop();
    page.tool.className = "card";
    page.tool.replaceChildren(...{ tool: toolView, resource: resourceView, prompt: promptView }[item.kind](item));
  }
  page.tool.querySelector(".run").disabled = running !== null;
}

/** Heading, origin and description, common to all kinds of items. */
function itemHead(item, name) {
  return [
    text("h2", { id: "tool-title" }, item.title ?? item.name ?? item.uri),
    element("p", { class: "origin" }, text("code", {}, name), shown(` of ${item.server}`),
      item.kind !== "tool" || item.originalName === item.name ? null : element("span", {}, ", here ", text("code", {}, item.name)),
      shown(" "), effect(item)),
    item.description ? text("p", { class: "description" }, item.description) : null,
  ].filter(Boolean);
}

/** A form with a button that runs an operation, and one that stops waiting for it. */
function runForm(fields, verb, free, submit) {
  const form = element("form", { novalidate: true },
    ...fields.map((one) => one.node),
    element("div", { class: "actions" },
      element("button", { type: "submit", class: "run" }, verb),
      element("button", { type: "button", class: "stop", hidden: true, onclick: stop }, "Stop waiting"),
      element("span", { class: "elapsed", "aria-hidden": "true" })));
  form.dataset.verb = verb;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = collect(fields, free);
    if (values !== null) submit(values, form);
  });
  return form;
}

/** Fields of an object schema. */
function schemaFields(schema, idPrefix) {
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return properties.map(([name, property], index) =>
    field(name, isObject(property) ? property : {}, required.has(name), idPrefix + index));
}

function toolView(tool) {
  const schema = isObject(tool.inputSchema) ? tool.inputSchema : {};
  const free = schema.properties === undefined && schema.additionalProperties !== false;
  const fields = free ? [wholeField()] : schemaFields(schema, "field-");
  return [...itemHead(tool, tool.originalName), runForm(fields, "Run", free, (values, form) =>
    run(tool, form, (signal, live) => callTool(tool, values, signal, live), toolResult))];
}

function resourceView(resource) {
  const places = resource.uri ? [] : [...new Set([...resource.uriTemplate.matchAll(/\{([^{}]+)\}/g)].map((one) => one[1]))];
  const fields = places.map((place, index) => field(place, { type: "string", minLength: 1 }, true, "field-" + index));
  return [...itemHead(resource, resource.uri ?? resource.uriTemplate), runForm(fields, "Read", false, (values, form) => {
    const filled = JSON.parse(values);
    const uri = resource.uri
      ?? resource.uriTemplate.replace(/\{([^{}]+)\}/g, (all, place) => encodeURIComponent(filled[place] ?? ""));
    const address = "api/resources/read?" + new URLSearchParams({ server: resource.server, uri });
    run(resource, form, (signal) => answerOf(fetch(address, { signal })), resourceResult);
  })];
}

function promptView(prompt) {
  const list = Array.isArray(prompt.arguments) ? prompt.arguments : [];
  const fields = list.map((one, index) =>
    field(one.name, { type: "string", title: one.title, description: one.description }, one.required === true, "field-" + index));
  const address = "api/prompts/" + encodeURIComponent(prompt.server) + "/" + encodeURIComponent(prompt.name);
  return [...itemHead(prompt, prompt.name), runForm(fields, "Fill in", false, (values, form) =>
    run(prompt, form, (signal) => answerOf(fetch(address, post(values, signal))), promptResult))];
}

function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function typeOf(schema) {
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== "null") : schema.type;
  if (Array.isArray(schema.enum) || Array.isArray(schema.oneOf)) return "enum";
  if (type === "array" && (Array.isArray(schema.items?.enum) || Array.isArray(schema.items?.anyOf))) return "several";
  return ["string", "number", "integer", "boolean"].includes(type) ? type : "json";
}

/**
 * One input. read() returns the value, undefined for "leave it out", and throws an Error with a message for the user.
 */
function field(name, schema, required, id) {
  const type = typeOf(schema);
  const input = { enum: enumInput, several: severalInput, boolean: booleanInput, number: numberInput, integer: numberInput, string: stringInput, json: jsonInput }[type](schema, required, type);
  input.control.id = id;
  const described = [schema.description ? id + "-hint" : null, id + "-wrong"].filter(Boolean).join(" ");
  input.control.setAttribute("aria-describedby", described);
  if (required) input.control.setAttribute("aria-required", "true");
  const wrong = element("p", { class: "wrong", id: id + "-wrong", hidden: true });
  const words = [type === "json" ? jsonKind(schema) + " as JSON" : type === "enum" ? "choice" : type === "several" ? "any of these" : type, range(schema)].filter(Boolean).join(", ");
  const group = type === "several";
  const node = element(group ? "fieldset" : "div", {},
    element(group ? "legend" : "label", { for: group ? null : id }, shown(schema.title ?? name),
      required ? element("span", { class: "must", title: "required" }, "*") : null,
      text("span", { class: "type" }, words + (required ? "" : ", optional"))),
    schema.description ? text("p", { class: "hint", id: id + "-hint" }, schema.description) : null,
    input.control, wrong);
  return { name, node, control: input.control, wrong, required, read: input.read };
}

function jsonKind(schema) {
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== "null") : schema.type;
  return type === "array" || type === "object" ? type : "any value";
}

function range(schema) {
  const { minimum, maximum } = schema;
  if (typeof minimum === "number" && typeof maximum === "number") return `${minimum} to ${maximum}`;
  if (typeof minimum === "number") return `${minimum} or more`;
  return typeof maximum === "number" ? `${maximum} or less` : null;
}

function choices(options, schema, required) {
  const chosen = options.findIndex((option) => JSON.stringify(option.value) === JSON.stringify(schema.default));
  const control = element("select", {},
    required && chosen >= 0 ? null : element("option", { value: "" }, required ? "Choose…" : "Not given"),
    ...options.map((option, i) => text("option", { value: String(i), selected: i === chosen }, option.label)));
  return {
    control,
    read() {
      if (control.value !== "") return options[Number(control.value)].value;
      if (required) throw new Error("Choose one.");
      return undefined;
    },
  };
}

function enumInput(schema, required) {
  return choices(optionsOf(schema), schema, required);
}

/** The forms of choices: plain values, values with separate names, values with titles. */
function optionsOf(schema) {
  const titled = Array.isArray(schema.oneOf) ? schema.oneOf : Array.isArray(schema.anyOf) ? schema.anyOf : null;
  if (titled !== null) {
    return titled.filter(isObject).map((option) => ({ value: option.const, label: option.title ?? String(option.const) }));
  }
  const names = Array.isArray(schema.enumNames) ? schema.enumNames : [];
  return schema.enum.map((value, i) => ({ value, label: names[i] ?? (typeof value === "string" ? value : JSON.stringify(value)) }));
}

function severalInput(schema, required) {
  const options = optionsOf(schema.items);
  const chosen = new Set(Array.isArray(schema.default) ? schema.default : []);
  const boxes = options.map((option) => element("input", { type: "checkbox", checked: chosen.has(option.value) }));
  const control = element("div", { class: "boxes", tabindex: "-1" },
    ...options.map((option, i) => element("label", {}, boxes[i], shown(option.label))));
  return {
    control,
    read() {
      const values = options.filter((option, i) => boxes[i].checked).map((option) => option.value);
      const least = Math.max(typeof schema.minItems === "number" ? schema.minItems : 0, 0);
      if (values.length === 0 && !required && least === 0) return undefined;
      if (values.length < least) throw new Error(`Choose at least ${least}.`);
      if (typeof schema.maxItems === "number" && values.length > schema.maxItems) throw new Error(`Choose at most ${schema.maxItems}.`);
      return values;
    },
  };
}

function booleanInput(schema, required) {
  return choices([{ value: true, label: "true" }, { value: false, label: "false" }], schema, required);
}

function numberInput(schema, required, type) {
  const control = element("input", {
    type: "text", inputmode: type === "integer" ? "numeric" : "decimal", autocomplete: "off",
    value: typeof schema.default === "number" ? String(schema.default) : null,
  });
  return {
    control,
    read() {
      const typed = control.value.trim();
      if (typed === "") {
        if (required) throw new Error("A number is required.");
        return undefined;
      }
      const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(typed) ? Number(typed) : NaN;
      if (!Number.isFinite(value)) throw new Error("Not a number.");
      if (type === "integer" && !Number.isSafeInteger(value)) throw new Error("Not an integer.");
      if (typeof schema.minimum === "number" && value < schema.minimum) throw new Error(`At least ${schema.minimum}.`);
      if (typeof schema.maximum === "number" && value > schema.maximum) throw new Error(`At most ${schema.maximum}.`);
      return value;
    },
  };
}

function stringInput(schema, required) {
  const long = typeof schema.maxLength === "number" && schema.maxLength > 200;
  const control = long
    ? element("textarea", { rows: "3", class: "prose" })
    : element("input", { type: schema.format === "date" ? "date" : "text", autocomplete: "off" });
  if (typeof schema.default === "string") control.value = schema.default;
  return {
    control,
    read() {
      if (control.value === "" && !required) return undefined;
      if (control.value === "" && schema.minLength > 0) throw new Error("Text is required.");
      return control.value;
    },
  };
}

function jsonInput(schema, required) {
  const kind = jsonKind(schema);
  const control = element("textarea", {
    rows: "3", spellcheck: "false", placeholder: kind === "array" ? "[ ]" : kind === "object" ? "{ }" : "JSON",
  });
  if (schema.default !== undefined) control.value = pretty(schema.default);
  return {
    control,
    read() {
      if (control.value.trim() === "") {
        if (required) throw new Error("A value is required.");
        return undefined;
      }
      const value = parse(control.value);
      if (kind === "array" && !Array.isArray(value)) throw new Error("Not a JSON array.");
      if (kind === "object" && !isObject(value)) throw new Error("Not a JSON object.");
      return value;
    },
  };
}

/** For schemas without properties. */
function wholeField() {
  return field("Arguments", { type: "object", description: "This tool does not declare its arguments." }, false, "field-0");
}

function parse(json) {
  try {
    return JSON.parse(json);
  } catch (ex) {
    throw new Error("Not valid JSON.");
  }
}

/** Reads all fields; returns null and focuses the first invalid one if there is any. */
function collect(fields, free) {
  const values = new Map();
  let firstWrong = null;
  for (const one of fields) {
    let problem = "";
    try {
      const value = one.read();
      if (value !== undefined) values.set(one.name, value);
    } catch (ex) {
      problem = ex.message;
      firstWrong ??= one.control;
    }
    one.wrong.textContent = problem;
    one.wrong.hidden = problem === "";
    one.control.setAttribute("aria-invalid", String(problem !== ""));
  }
  firstWrong?.focus();
  if (firstWrong) return null;
  // Not an object literal: a property may be named __proto__.
  return free ? JSON.stringify(values.get("Arguments") ?? {})
    : "{" + [...values].map(([name, value]) => JSON.stringify(name) + ":" + JSON.stringify(value)).join(",") + "}";
}

// running

/** Runs one request and shows its response, unless another item was selected in the meantime. */
async function run(item, form, request, show) {
  if (running !== null) return;
  const call = { abort: new AbortController(), started: performance.now(), form };
  running = call;
  showRunning(form, true);
  const live = liveCard();
  const ticking = setInterval(() => tick(call), 100);
  try {
    page.result.replaceChildren();
    const { ok, status, answer } = await request(call.abort.signal, live);
    const millis = performance.now() - call.started;
    if (selected === item.key) showResult(ok ? show(answer, millis) : problem(answer, status, millis), live);
    if (!ok) refresh();
  } catch (ex) {
    if (selected === item.key) {
      const stopped = call.abort.signal.aborted;
      showResult(card(badge("bad", stopped ? "stopped waiting" : "no response"), null,
        text("p", { class: "note" }, stopped
          ? "The call may still be running at the server." : "The application did not respond.")), live);
    }
  } finally {
    clearInterval(ticking);
    if (running === call) running = null;
    showRunning(form, false);
    drawItem();
  }
}

function showResult(result, live) {
  page.result.replaceChildren(result, ...(live.hasLog() ? [live.node] : []));
  live.done();
}

async function answerOf(response) {
  const { ok, status } = await response;
  return { ok, status, answer: await (await response).json() };
}

function post(body, signal) {
  return { method: "POST", headers: { "Content-Type": "application/json" }, body, signal };
}

/** Calls a tool as a stream: progress and log go to the live card, the last event is the response. */
async function callTool(tool, body, signal, live) {
  const response = await fetch("api/tools/" + encodeURIComponent(tool.name) + "/stream", post(body, signal));
  if (!response.ok) return answerOf(response);
  let last = null;
  for await (const { name, data } of eventsOf(response.body)) {
    if (name === "progress") live.progress(data);
    else if (name === "log") live.log(data);
    else last = { ok: name === "result", status: data.status ?? 200, answer: data };
    if (live.isEmpty() || selected !== tool.key) continue;
    if (!live.node.isConnected) page.result.replaceChildren(live.node);
  }
  if (last === null) throw new Error("the stream ended early");
  return last;
}

async function* eventsOf(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    buffer += value;
    for (let end = buffer.indexOf("\n\n"); end >= 0; end = buffer.indexOf("\n\n")) {
      const lines = buffer.slice(0, end).split("\n");
      buffer = buffer.slice(end + 2);
      const part = (field) => lines.filter((line) => line.startsWith(field + ":")).map((line) => line.slice(field.length + 1));
      if (part("data").length > 0) yield { name: part("event").join("").trim(), data: JSON.parse(part("data").join("\n")) };
    }
  }
}

/** Shows the progress and the log of a running call. */
function liveCard() {
  const bar = element("progress", { "aria-label": "Progress" });
  const words = element("p", { class: "note" });
  const lines = element("ol", { class: "log", "aria-label": "Log" });
  const state = badge("busy", "running");
  const head = element("header", {}, element("h3", {}, "In progress"), state);
  const node = element("div", { class: "card result live" }, head, bar, words, lines);
  lines.hidden = true;
  bar.hidden = true;
  return {
    node,
    isEmpty: () => bar.hidden && lines.hidden,
    hasLog: () => !lines.hidden,
    progress(data) {
      bar.hidden = false;
      if (typeof data.total === "number" && data.total > 0) {
        bar.max = data.total;
        bar.value = Math.min(data.progress, data.total);
      }
      words.textContent = shown(data.message ?? String(data.progress));
    },
    log(data) {
      lines.hidden = false;
      const message = typeof data.data === "string" ? data.data : JSON.stringify(data.data);
      lines.append(element("li", {}, text("strong", {}, data.level), shown(` ${data.logger ? data.logger + ": " : ""}${message}`)));
      while (lines.children.length > MAX_LOG_LINES) lines.firstChild.remove();
    },
    done() {
      bar.remove();
      words.remove();
      state.remove();
      head.firstChild.textContent = "Log";
    },
  };
}

function tick(call) {
  call.form.querySelector(".elapsed").textContent = ((performance.now() - call.started) / 1000).toFixed(1) + " s";
}

function showRunning(form, yes) {
  form.setAttribute("aria-busy", String(yes));
  const button = form.querySelector(".run");
  button.disabled = yes;
  button.textContent = yes ? "Running…" : form.dataset.verb;
  form.querySelector(".stop").hidden = !yes;
  form.querySelector(".elapsed").textContent = "";
}

function stop() {
  running?.abort.abort();
}

function card(state, millis, ...children) {
  return element("div", { class: "card result" },
    element("header", {}, element("h3", {}, "Result"), state,
      millis === null ? null : text("span", { class: "took" }, duration(millis))),
    ...children);
}

function duration(millis) {
  return millis < 1000 ? Math.round(millis) + " ms" : (millis / 1000).toFixed(1) + " s";
}

function toolResult(result, millis) {
  const failed = result.isError === true;
  const blocks = Array.isArray(result.content) ? result.content : [];
  const parts = blocks.map((block) => contentBlock(block, failed));
  if (Object.hasOwn(result, "structuredContent")) {
    parts.push(element("h4", {}, "Structured content"), text("pre", { tabindex: "0" }, pretty(result.structuredContent)));
  }
  if (parts.length === 0) parts.push(text("p", { class: "note" }, "The result is empty."));
  return card(failed ? badge("bad", "the tool reports an error") : badge("good", "done"), millis, ...parts, raw(result));
}

function resourceResult(result, millis) {
  const contents = Array.isArray(result.contents) ? result.contents : [];
  const parts = contents.flatMap((one) => [
    text("h4", {}, [one.uri, one.mimeType].filter(Boolean).join(" · ")),
    typeof one.text === "string" ? text("pre", { tabindex: "0" }, one.text)
      : picture({ mimeType: one.mimeType, data: one.blob }),
  ]);
  return card(badge("good", "done"), millis, ...(parts.length > 0 ? parts : [text("p", { class: "note" }, "The resource is empty.")]), raw(result));
}

function promptResult(result, millis) {
  const messages = Array.isArray(result.messages) ? result.messages : [];
  return card(badge("good", "done"), millis,
    ...messages.flatMap((message) => [text("h4", {}, message.role), contentBlock(message.content, false)]), raw(result));
}

function contentBlock(block, failed) {
  switch (block?.type) {
    case "text":
      return text("div", { class: failed ? "block failed" : "block" }, block.text);
    case "image":
      return picture(block);
    case "resource_link":
      return text("p", { class: "note" }, `Resource ${block.title ?? block.name ?? ""}: ${block.uri}`);
    case "resource":
      return typeof block.resource?.text === "string"
        ? text("div", { class: "block" }, block.resource.text)
        : text("p", { class: "note" }, `Resource ${block.resource?.uri ?? ""} of type ${block.resource?.mimeType ?? "unknown"}`);
    default:
      return text("p", { class: "note" }, `Content of type ${block?.type ?? "unknown"}, see below.`);
  }
}

function picture(block) {
  const safe = IMAGE_TYPES.has(block.mimeType) && typeof block.data === "string" && /^[A-Za-z0-9+/=\s]*$/.test(block.data);
  return safe
    ? element("img", { class: "picture", alt: "Image made by the tool", src: `data:${block.mimeType};base64,${block.data}` })
    : text("p", { class: "note" }, `An image of type ${block.mimeType}, not shown.`);
}

function problem(answer, status, millis) {
  const rows = [
    ["Server", answer.server], ["Status", `${status} ${answer.title ?? ""}`],
    ["Outcome", answer.outcome ? `${answer.outcome}: ${OUTCOME_WORDS[answer.outcome] ?? ""}` : null],
  ].filter(([, value]) => value);
  return card(badge("bad", answer.error ?? "error"), millis,
    text("div", { class: "block failed" }, answer.detail ?? "The call failed."),
    element("dl", {}, ...rows.flatMap(([term, value]) => [text("dt", {}, term), text("dd", {}, value)])),
    raw(answer));
}

function raw(value) {
  return element("details", {}, element("summary", {}, "As JSON"), text("pre", { tabindex: "0" }, pretty(value)));
}

// elicitations

async function pollQuestions() {
  try {
    if (!document.hidden) showQuestion((await getJson("api/elicitations"))[0] ?? null);
  } catch (ignored) {
    // reported by the other poll
  } finally {
    setTimeout(pollQuestions, QUESTION_MILLIS);
  }
}

/** Shows the oldest question, one at a time; removes it when the server has removed it. */
function showQuestion(question) {
  const dialog = page.question;
  if ((question?.id ?? "") === (dialog.dataset.id ?? "")) return;
  dialog.dataset.id = question?.id ?? "";
  if (question === null) {
    dialog.close();
    return;
  }
  const address = question.url === null ? null : webAddress(question.url);
  const fields = question.schema === null ? [] : schemaFields(question.schema, "answer-");
  const agree = question.schema !== null ? "Send" : "Open the page";
  const form = element("form", { novalidate: true },
    ...fields.map((one) => one.node),
    element("div", { class: "actions" },
      question.schema === null && address === null ? null : element("button", { type: "submit", class: "run" }, agree),
      element("button", { type: "button", class: "stop", onclick: () => answer(question, "decline") }, "Decline")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (address !== null) {
      window.open(address.href, "_blank", "noopener,noreferrer");
      answer(question, "accept");
      return;
    }
    const values = collect(fields, false);
    if (values !== null) answer(question, "accept", values);
  });
  dialog.replaceChildren(
    element("h2", { id: "question-title" }, "Server ", text("code", {}, question.server), " asks"),
    text("p", { class: "description" }, question.message),
    question.url === null
      ? text("p", { class: "note" }, "Your input is sent to this server. Do not send passwords.")
      : element("p", { class: "note" }, "Address: ", text("code", {}, question.url),
        address === null ? ", which cannot be opened." : element("span", {}, " at host ", text("strong", {}, address.host))),
    form);
  if (!dialog.open) dialog.showModal();
}

function webAddress(text) {
  try {
    const address = new URL(text);
    return ["http:", "https:"].includes(address.protocol) ? address : null;
  } catch (ignored) {
    return null;
  }
}

async function answer(question, action, content) {
  page.question.close();
  const body = "{\"action\":" + JSON.stringify(action) + (content === undefined ? "" : ",\"content\":" + content) + "}";
  try {
    await fetch("api/elicitations/" + encodeURIComponent(question.id), post(body));
  } catch (ignored) {
    page.question.dataset.id = ""; // shown again after the next poll
  }
}

page.question.addEventListener("cancel", (event) => {
  event.preventDefault();
  answer({ id: page.question.dataset.id }, "cancel");
});

poll();
pollQuestions();
