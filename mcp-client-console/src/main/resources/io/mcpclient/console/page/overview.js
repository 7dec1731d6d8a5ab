/* Servers as cards, live. Cards are changed in place: what has the focus stays there. */

import { current, post } from "./api.js";
import { addServer } from "./add-server.js";
import { badge, button, count, el, empty, link, setText, took } from "./dom.js";
import { act } from "./notice.js";
import { sparkline } from "./sparkline.js";
import { on, store } from "./store.js";

const STATES = {
  CONNECTED: ["good", "Connected"], CONNECTING: ["busy", "Connecting"], INITIALIZING: ["busy", "Initializing"],
  RECONNECTING: ["busy", "Reconnecting"], DISCONNECTED: ["bad", "Disconnected"], CLOSING: ["bad", "Closing"], DISABLED: ["off", "Disabled"],
};

export function stateBadge(state) {
  const [kind, text] = STATES[state] ?? ["busy", state];
  return badge(kind, text);
}

function facts(server) {
  const identity = server.identity;
  return [
    ["Identity", identity ? [identity.title ?? identity.name, identity.version].filter(Boolean).join(" ") : null],
    ["Address", server.peer],
    ["Protocol", server.revision ? `${server.revision}, ${server.era} era` : null],
    ["Why", server.eraReason],
    ["Connections", server.counters
      ? `${server.counters.connects}, ${server.counters.reconnects} after a loss, ${server.counters.failedAttempts} failed` : null],
    ["Requests", server.counters
      ? `${server.inFlight} in flight, ${count(server.counters.retries, "retry", "retries")}, circuit ${server.counters.circuit.toLowerCase()}` : null],
  ].filter(([, value]) => value);
}

function createCard(name) {
  const title = el("h3", {}, name);
  const state = el("span", {});
  const list = el("dl", { class: "facts" });
  const spark = el("div", { class: "latency" });
  const trouble = el("div", { class: "trouble", hidden: true });
  const waits = el("p", { class: "waits", hidden: true });
  const consent = el("div", {});
  const does = (action) => (event) => act(event.currentTarget, () => post("servers/" + action, { server: name }));
  const tools = el("a", { class: "small", href: "#/tools" });
  const normal = [button("Reconnect", does("reconnect"), { class: "small" }), button("Refresh lists", does("refresh"), { class: "small" }),
    button("Disable", does("disable"), { class: "small" })];
  const enable = button("Enable", does("enable"), { class: "small" });
  const node = el("section", { class: "card server", "data-server": name, "aria-label": "Server " + name },
    el("header", {}, title, state), list, spark, trouble, waits, consent, el("footer", {}, tools, ...normal, enable));
  let server = null;
  return {
    node,
    update(next) {
      server = next;
      node.dataset.state = server.state;
      state.replaceChildren(stateBadge(server.state));
      list.replaceChildren(...facts(server).flatMap(([key, value]) => [el("dt", {}, key), el("dd", {}, value)]));
      const last = server.latencies.at(-1);
      const label = last === undefined ? "No requests yet" : `Last request ${took(last)}, slowest ${took(Math.max(...server.latencies))}`;
      spark.replaceChildren(...(last === undefined ? [] : [sparkline(server.latencies, label)]), el("span", { class: "quiet" }, label));
      spark.hidden = server.state === "DISABLED";
      trouble.hidden = !server.error;
      trouble.replaceChildren(el("p", {}, server.error ?? ""), el("p", { class: "remedy" }, server.remedy ?? ""));
      setText(tools, count(server.tools, "tool"));
      tools.href = "#/tools/" + encodeURIComponent("server:" + name);
      normal.forEach((one) => { one.hidden = server.state === "DISABLED"; });
      enable.hidden = server.state !== "DISABLED";
      consent.replaceChildren(...server.authorizations.map(authorization));
      this.tick();
    },
    tick() {
      waits.hidden = !server?.nextAttempt;
      if (server?.nextAttempt) {
        const seconds = Math.max(0, Math.ceil((server.nextAttempt - Date.now()) / 1000));
        setText(waits, seconds > 0 ? `Next attempt in ${seconds} s` : "Next attempt now");
      }
    },
  };
}

function authorization(request) {
  return el("div", { class: "consent" },
    el("p", {}, el("strong", {}, "Needs your authorization"), ` at ${request.issuer}`, request.scopes.length ? ` for ${request.scopes.join(" ")}` : ""),
    request.userCode ? el("p", {}, "Enter the code ", el("code", {}, request.userCode), " there.") : null,
    el("p", {}, link(request.address)));
}

export function showOverview(root) {
  const cards = new Map();
  const grid = el("div", { class: "cards" });
  const summary = el("p", { class: "quiet", role: "status" });
  const add = button("Add server…", () => addServer(), { class: "primary" });
  add.hidden = true;
  root.append(el("div", { class: "head" }, el("div", {}, el("h2", {}, "Servers"), summary), add), grid);
  const draw = () => {
    add.hidden = !current().canAdd;
    const connected = store.servers.filter((one) => one.state === "CONNECTED").length;
    setText(summary, store.servers.length === 0 ? "" : `${connected} of ${store.servers.length} connected`);
    const names = new Set(store.servers.map((one) => one.name));
    for (const [name, card] of cards) {
      if (names.has(name)) continue;
      card.node.remove();
      cards.delete(name);
    }
    store.servers.forEach((server, i) => {
      if (!cards.has(server.name)) cards.set(server.name, createCard(server.name));
      const card = cards.get(server.name);
      card.update(server);
      if (grid.children[i] !== card.node) grid.insertBefore(card.node, grid.children[i] ?? null);
    });
    grid.querySelector(":scope > .empty")?.remove();
    if (store.servers.length === 0) grid.append(empty(store.live ? "The application has no MCP servers. Configure some under mcp.servers." : "Loading…"));
  };
  const off = [on("servers", draw), on("live", draw)];
  const timer = setInterval(() => cards.forEach((card) => card.tick()), 1000);
  draw();
  return {
    close() {
      clearInterval(timer);
      off.forEach((one) => one());
    },
  };
}
