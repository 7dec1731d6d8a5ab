/* What the page knows. Views subscribe to parts; events of the application say what to load again. */

import { get } from "./api.js";
import { follow } from "./stream.js";

const DEBOUNCE = 120;
const RETRY = 2000;
const WIRE_LENGTH = 500;
const LOG_LENGTH = 500;

export const store = {
  servers: [], tools: [], resources: [], prompts: [], wire: [], calls: [], questions: [],
  log: { entries: [], followed: [] }, live: false, updates: new Map(),
};

const loaders = {
  servers: "servers", tools: "tools", resources: "resources", prompts: "prompts", wire: "wire", calls: "calls",
  questions: "questions", log: "log",
};

const listeners = new Map();
const timers = new Map();

/** Calls listener() whenever a part changes. Returns what ends that. */
export function on(part, listener) {
  const all = listeners.get(part) ?? new Set();
  listeners.set(part, all);
  all.add(listener);
  return () => all.delete(listener);
}

export function changed(part) {
  for (const listener of listeners.get(part) ?? []) listener();
}

export async function load(part) {
  try {
    store[part] = await get(loaders[part]);
    changed(part);
  } catch {
    if (store.live) loadSoon(part, RETRY); // otherwise, everything is loaded when the application is back
  }
}

function loadSoon(part, delay = DEBOUNCE) {
  if (timers.has(part)) return;
  timers.set(part, setTimeout(() => {
    timers.delete(part);
    load(part);
  }, delay));
}

function put(list, item, length) {
  const index = list.findIndex((one) => one.id === item.id);
  if (index >= 0) list[index] = item;
  else list.unshift(item);
  if (list.length > length) list.length = length;
}

const reactions = {
  hello: () => Object.keys(loaders).forEach((part) => load(part)),
  lost: () => Object.keys(loaders).forEach((part) => load(part)),
  servers: () => {
    loadSoon("servers");
    loadSoon("tools", 400); // their availability
  },
  tools: () => {
    loadSoon("tools");
    loadSoon("servers");
  },
  resources: () => loadSoon("resources"),
  prompts: () => loadSoon("prompts"),
  resource: (data) => {
    store.updates.set(data.server + " " + data.uri, Date.now());
    changed("updates");
  },
  log: (entry) => {
    put(store.log.entries, entry, LOG_LENGTH);
    changed("log");
  },
  wire: (entry) => {
    put(store.wire, entry, WIRE_LENGTH);
    changed("wire");
    loadSoon("servers", 300); // latency and requests in flight
  },
  call: (call) => {
    put(store.calls, call, 50);
    changed("calls");
  },
  question: (question) => {
    if (!store.questions.some((one) => one.id === question.id)) store.questions.push(question);
    changed("questions");
  },
  "question-closed": (data) => {
    store.questions = store.questions.filter((one) => one.id !== data.id);
    changed("questions");
  },
};

export function start() {
  follow((name, data) => reactions[name]?.(data), (isLive, problem) => {
    store.live = isLive;
    store.problem = problem ?? null;
    changed("live");
  });
}
