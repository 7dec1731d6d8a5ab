"use strict";

/*
 * The console: polls servers and their features, renders schemas as forms, runs tools, reads resources and fills in
 * prompts. Drawing and forms are in common.js, dialogs in questions.js.
 *
 * Names, texts, schemas and results come from untrusted servers. All of it passes shown() and becomes text nodes or
 * values; none of it becomes markup, a class, an id or an address, except images of known types.
 */

const POLL_MILLIS = 2000;
const MAX_LOG_LINES = 200;
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

/** Sends the request of a button, which stays disabled in the meantime, also if a poll draws it again. */
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
