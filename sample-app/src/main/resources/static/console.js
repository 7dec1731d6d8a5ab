"use strict";

/*
 * The console: polls servers and tools, makes a form of a tool's schema, and runs it.
 *
 * Names, texts, schemas and results come from servers that nobody here vouches for. All of it passes shown() and becomes
 * text nodes or values; nothing of it becomes markup, a class, an id or an address, but for images of known types.
 */

const POLL_MILLIS = 2000;
const IMAGE_TYPES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
const BUSY_STATES = new Set(["CONNECTING", "INITIALIZING", "RECONNECTING", "CLOSING"]);
const STATE_WORDS = {
  CONNECTED: "connected", CONNECTING: "connecting", INITIALIZING: "initialising",
  RECONNECTING: "reconnecting", CLOSING: "closing", DISCONNECTED: "disconnected",
};
const OUTCOME_WORDS = {
  NOT_SENT: "Nothing reached the server. The call may be repeated.",
  REJECTED: "The server did not run the call. It may be repeated once the reason is gone.",
  UNKNOWN: "The server may have run the call: no answer came.",
  ANSWERED: "The server answered with this error.",
};

const page = {
  summary: document.getElementById("summary"),
  offline: document.getElementById("offline"),
  servers: document.getElementById("servers"),
  empty: document.getElementById("empty"),
  tool: document.getElementById("tool"),
  result: document.getElementById("result"),
};

let tools = [];
let selected = null;      // name of the tool whose form is shown
let lastOverview = "";    // what the overview was drawn from
let lastForm = "";        // what the form was drawn from
let running = null;       // the call that is under way

// drawing

/** Foreign text made harmless to look at: control, direction and invisible characters become visible. */
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

/** Own words need no cleaning, but it does no harm. */
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
  try {
    if (!document.hidden || lastOverview === "") {
      const [servers, list] = await Promise.all([getJson("api/servers"), getJson("api/tools")]);
      page.offline.hidden = true;
      tools = list;
      drawOverview(servers);
      drawTool();
    }
  } catch (ignored) {
    page.offline.hidden = false;
  } finally {
    setTimeout(poll, POLL_MILLIS);
  }
}

async function getJson(address) {
  const response = await fetch(address, {
    headers: { Accept: "application/json" }, cache: "no-store", signal: AbortSignal.timeout(10000),
  });
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
}

function drawOverview(servers) {
  if (selected === null && tools.length > 0) {
    const wanted = toolOfAddress();
    selected = (tools.find((tool) => tool.name === wanted) ?? tools.find((tool) => tool.available) ?? tools[0]).name;
  }
  const overview = JSON.stringify([servers, tools, selected]);
  if (overview === lastOverview) return;
  lastOverview = overview;

  const connected = servers.filter((server) => server.state === "CONNECTED").length;
  page.summary.textContent = servers.length === 0
    ? "No servers are configured"
    : `${connected} of ${servers.length} servers connected, ${tools.length} tools`;

  const focused = document.activeElement?.dataset?.tool;
  page.servers.replaceChildren(...servers.map(serverCard));
  if (servers.length === 0) {
    page.servers.replaceChildren(text("p", { class: "none" },
      "Start the application with --mcp.servers.<name>.url=… to see a server here."));
  }
  if (focused !== undefined) {
    [...page.servers.querySelectorAll("button")].find((button) => button.dataset.tool === focused)?.focus();
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
  const own = tools.filter((tool) => tool.server === server.name);
  const list = element("ul", { class: "tools" }, ...own.map(toolItem));
  return element("section", { class: "card server" },
    element("header", {}, text("h2", {}, server.name), badge(kind, STATE_WORDS[server.state] ?? server.state)),
    text("p", { class: "facts" }, facts || "not connected yet"),
    server.lastError ? text("p", { class: "why" }, server.lastError) : null,
    own.length > 0 ? list : text("p", { class: "none" }, "No tools."));
}

function toolItem(tool) {
  const button = element("button", {
    type: "button",
    class: tool.available ? null : "away",
    "aria-current": tool.name === selected ? "true" : null,
    onclick: () => select(tool.name),
  }, text("strong", {}, tool.title ?? tool.name), text("small", {}, tool.name + (tool.available ? "" : " (unavailable)")));
  button.dataset.tool = tool.name;
  return element("li", {}, button);
}

function select(name) {
  selected = name;
  lastOverview = "";
  history.replaceState(null, "", "#tool=" + encodeURIComponent(name));
  for (const button of page.servers.querySelectorAll("button")) {
    if (button.dataset.tool === name) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
  page.result.replaceChildren();
  drawTool();
  const stacked = page.tool.getBoundingClientRect().top >= page.servers.getBoundingClientRect().bottom;
  if (stacked) page.tool.scrollIntoView({ block: "start" });
}

function toolOfAddress() {
  try {
    return location.hash.startsWith("#tool=") ? decodeURIComponent(location.hash.slice(6)) : null;
  } catch (ignored) {
    return null;
  }
}

// form

/** Draws the form again only if the tool is another one or was changed: what was typed in stays. */
function drawTool() {
  const tool = tools.find((candidate) => candidate.name === selected);
  page.tool.hidden = !tool;
  page.empty.hidden = Boolean(tool);
  if (!tool) {
    lastForm = "";
    return;
  }
  const drawnFrom = JSON.stringify({ ...tool, available: true });
  if (drawnFrom !== lastForm) {
    lastForm = drawnFrom;
    stop();
    page.tool.className = "card";
    page.tool.replaceChildren(...toolForm(tool));
  }
  const run = page.tool.querySelector(".run");
  run.disabled = running !== null;
}

function toolForm(tool) {
  const schema = isObject(tool.inputSchema) ? tool.inputSchema : {};
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const free = properties.length === 0 && schema.additionalProperties !== false && schema.properties === undefined;
  const fields = free
    ? [wholeField()]
    : properties.map(([name, property], index) => field(name, isObject(property) ? property : {}, required.has(name), index));
  const elapsed = element("span", { class: "elapsed", "aria-hidden": "true" });
  const form = element("form", { novalidate: true },
    ...fields.map((one) => one.node),
    element("div", { class: "actions" },
      element("button", { type: "submit", class: "run" }, "Run"),
      element("button", { type: "button", class: "stop", hidden: true, onclick: stop }, "Stop waiting"),
      elapsed));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = collect(fields, free);
    if (values !== null) run(tool, values, form);
  });
  return [
    text("h2", { id: "tool-title" }, tool.title ?? tool.name),
    element("p", { class: "origin" }, text("code", {}, tool.originalName), shown(` of ${tool.server}`),
      tool.originalName === tool.name ? null : element("span", {}, ", here ", text("code", {}, tool.name))),
    tool.description ? text("p", { class: "description" }, tool.description) : null,
    form,
  ].filter(Boolean);
}

function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function typeOf(schema) {
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== "null") : schema.type;
  if (Array.isArray(schema.enum)) return "enum";
  return ["string", "number", "integer", "boolean"].includes(type) ? type : "json";
}

/**
 * One input. read() returns the value, undefined for "leave it out", and throws an Error whose message is for the reader.
 */
function field(name, schema, required, index) {
  const id = "field-" + index;
  const type = typeOf(schema);
  const input = { enum: enumInput, boolean: booleanInput, number: numberInput, integer: numberInput, string: stringInput, json: jsonInput }[type](schema, required, type);
  input.control.id = id;
  const described = [schema.description ? id + "-hint" : null, id + "-wrong"].filter(Boolean).join(" ");
  input.control.setAttribute("aria-describedby", described);
  if (required) input.control.setAttribute("aria-required", "true");
  const wrong = element("p", { class: "wrong", id: id + "-wrong", hidden: true });
  const words = [type === "json" ? jsonKind(schema) + " as JSON" : type === "enum" ? "choice" : type, range(schema)].filter(Boolean).join(", ");
  const node = element("div", {},
    element("label", { for: id }, shown(schema.title ?? name),
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
  const names = Array.isArray(schema.enumNames) ? schema.enumNames : [];
  const options = schema.enum.map((value, i) => ({ value, label: names[i] ?? (typeof value === "string" ? value : JSON.stringify(value)) }));
  return choices(options, schema, required);
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
        if (required) throw new Error("A number is needed here.");
        return undefined;
      }
      const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(typed) ? Number(typed) : NaN;
      if (!Number.isFinite(value)) throw new Error("This is not a number.");
      if (type === "integer" && !Number.isSafeInteger(value)) throw new Error("This is not an integer.");
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
    : element("input", { type: "text", autocomplete: "off" });
  if (typeof schema.default === "string") control.value = schema.default;
  return {
    control,
    read() {
      if (control.value === "" && !required) return undefined;
      if (control.value === "" && schema.minLength > 0) throw new Error("A text is needed here.");
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
        if (required) throw new Error("A value is needed here.");
        return undefined;
      }
      const value = parse(control.value);
      if (kind === "array" && !Array.isArray(value)) throw new Error("This is not a JSON array.");
      if (kind === "object" && !isObject(value)) throw new Error("This is not a JSON object.");
      return value;
    },
  };
}

/** For schemas that say nothing about properties. */
function wholeField() {
  return field("Arguments", { type: "object", description: "This tool does not say which arguments it takes." }, false, 0);
}

function parse(json) {
  try {
    return JSON.parse(json);
  } catch (ex) {
    throw new Error("This is not valid JSON.");
  }
}

/** Reads all fields; returns null and points to the first wrong one if there is any. */
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
  // Not an object literal: a property may be called __proto__.
  return free ? JSON.stringify(values.get("Arguments") ?? {})
    : "{" + [...values].map(([name, value]) => JSON.stringify(name) + ":" + JSON.stringify(value)).join(",") + "}";
}

// running

async function run(tool, body, form) {
  if (running !== null) return;
  const call = { abort: new AbortController(), started: performance.now(), form };
  running = call;
  showRunning(form, true);
  const ticking = setInterval(() => tick(call), 100);
  try {
    const response = await fetch("api/tools/" + encodeURIComponent(tool.name), {
      method: "POST", headers: { "Content-Type": "application/json" }, body, signal: call.abort.signal,
    });
    const answer = await response.json();
    if (selected === tool.name) showAnswer(response, answer, performance.now() - call.started);
  } catch (ex) {
    if (selected === tool.name) {
      page.result.replaceChildren(card(badge("bad", call.abort.signal.aborted ? "stopped waiting" : "no answer"), null,
        text("p", { class: "note" }, call.abort.signal.aborted
          ? "The call may still be running at the server." : "The application did not answer.")));
    }
  } finally {
    clearInterval(ticking);
    if (running === call) running = null;
    showRunning(form, false);
    drawTool();
  }
}

function tick(call) {
  call.form.querySelector(".elapsed").textContent = ((performance.now() - call.started) / 1000).toFixed(1) + " s";
}

function showRunning(form, yes) {
  form.setAttribute("aria-busy", String(yes));
  const button = form.querySelector(".run");
  button.disabled = yes;
  button.textContent = yes ? "Running…" : "Run";
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

function showAnswer(response, answer, millis) {
  page.result.replaceChildren(response.ok ? toolResult(answer, millis) : problem(answer, response.status, millis));
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

poll();
