/* What the page knows. Views subscribe to parts; events of the application say what to load again. */

import { get } from "./api.js";
import { follow } from "./stream.js";

const DEBOUNCE = 120;
const RETRY = 2000;
const WIRE_LENGTH = 500;
const LOG_LENGTH = 500;
const CALLS = 50;
const TASKS = 200;
const CONVERSATIONS = 10;

export const store = {
  servers: [], tools: [], resources: [], prompts: [], wire: [], calls: [], questions: [],
  log: { entries: [], followed: [] }, tasks: { tasks: [], listing: [] }, skills: null,
  chat: { enabled: true, models: null, conversations: [] }, step: null, live: false, updates: new Map(),
};

const loaders = {
  servers: "servers", tools: "tools", resources: "resources", prompts: "prompts", wire: "wire", calls: "calls",
  questions: "questions", log: "log", tasks: "tasks", chat: "chat",
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

/** Adds a part that the application has only with some of its modules. */
export function addPart(part) {
  loaders[part] = part;
}

export function changed(part) {
  for (const listener of listeners.get(part) ?? []) listener();
}

/** Changes of parts that are being loaded: what is loaded may be older than they are, so they are made again. */
const changes = new Map();

export async function load(part) {
  if (changes.has(part)) {
    loadSoon(part);
    return;
  }
  changes.set(part, []);
  try {
    store[part] = await get(loaders[part]);
    for (const change of changes.get(part)) change();
    changed(part);
  } catch {
    if (store.live) loadSoon(part, RETRY); // otherwise, everything is loaded when the application is back
  } finally {
    changes.delete(part);
  }
}

function apply(part, change) {
  change();
  changes.get(part)?.push(change);
  changed(part);
}

/** Removes a question that was decided or has ended. */
export function closeQuestion(id) {
  apply("questions", () => { store.questions = store.questions.filter((one) => one.id !== id); });
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
  lost: () => {
    Object.keys(loaders).forEach((part) => load(part));
    changed("live");
  },
  servers: () => {
    loadSoon("servers");
    loadSoon("tools", 400); // their availability
    loadSoon("tasks", 400); // the servers that list them
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
  log: (entry) => apply("log", () => put(store.log.entries, entry, LOG_LENGTH)),
  wire: (entry) => {
    apply("wire", () => put(store.wire, entry, WIRE_LENGTH));
    loadSoon("servers", 300); // latency and requests in flight
  },
  "wire-more": () => loadSoon("wire"),
  task: (task) => apply("tasks", () => put(store.tasks.tasks, task, TASKS)),
  skills: () => loadSoon("skills"),
  call: (call) => apply("calls", () => put(store.calls, call, CALLS)),
  chat: ({ conversation, entry }) => {
    apply("chat", () => put(store.chat.conversations, conversation, CONVERSATIONS));
    if (!entry) return;
    store.step = { conversation, entry };
    changed("step");
  },
  question: (question) => apply("questions", () => {
    if (!store.questions.some((one) => one.id === question.id)) store.questions.push(question);
  }),
  "question-closed": (data) => closeQuestion(data.id),
  app: (data) => changed("app/" + data.id),
};

export function start() {
  follow((name, data) => reactions[name]?.(data), (isLive, problem) => {
    store.live = isLive;
    store.problem = problem ?? null;
    changed("live");
  });
}
