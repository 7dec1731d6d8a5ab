/*
 * The view of a tool (MCP Apps), beside the result of a call: its frame with the name of its server, what it asks the user for, and each
 * of its messages. Messages go to the application, which checks them and answers.
 */

import { post } from "./api.js";
import { appFrame } from "./app-frame.js";
import { button, clock, code, el, empty, pretty, save, setText } from "./dom.js";
import { notice } from "./notice.js";
import { on } from "./store.js";

/** What only this page knows: other pages of the same user have no access to its views. */
const PAGE = [...crypto.getRandomValues(new Uint8Array(16))].map((one) => one.toString(16).padStart(2, "0")).join("");

const MAX_MESSAGE = 1100000;
const MAX_WAITING = 200;
const MAX_LISTED = 200;
const MAX_TOGETHER = 20;
const MIN_HEIGHT = 60;
const SETTLE = 400;

const dark = matchMedia("(prefers-color-scheme: dark)");

function theme() {
  return dark.matches ? "dark" : "light";
}

/** What the view wants, and what the user can press. */
const CONSENTS = {
  OPEN_LINK: (consent) => ["The view wants to open a page in your browser.", el("code", { class: "address" }, consent.text), "Open the page"],
  MESSAGE: (consent) => ["The view wants to add a message to the conversation in your name. You have not typed it.", code(consent.text), "Accept"],
  DOWNLOAD: (consent) => ["The view wants to save files.", el("ul", {}, ...consent.files.map((file) => el("li", {}, el("code", {}, file.name), ` · ${file.size} bytes`))), "Save"],
  FULLSCREEN: () => ["The view wants to fill the page.", null, "Enlarge"],
};

const bytesOf = (base64) => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));

function subject(message) {
  if (message?.method) return message.method + (typeof message.params?.name === "string" ? " " + message.params.name : "");
  return message?.error ? "error" : message && "result" in message ? "result" : "no message";
}

/** Messages in both directions, the latest first. */
function messageList() {
  const list = el("ol", { class: "messages" });
  const summary = el("summary", {}, "Messages of the view");
  let number = 0;
  return {
    node: el("details", { class: "history" }, summary, list),
    add(direction, message) {
      setText(summary, `Messages of the view: ${++number}`);
      const text = pretty(message) ?? String(message);
      list.prepend(el("li", { "data-from": direction }, el("details", {}, el("summary", {},
        clock(Date.now()), el("span", { class: "badge off" }, direction === "view" ? "from the view" : "to the view"), el("code", {}, subject(message))), code(text.slice(0, 20000)))));
      if (list.children.length > MAX_LISTED) list.lastElementChild.remove();
    },
  };
}

/** The card of a view: appears once the application says that there is one. */
export function appView(call) {
  const body = el("div", {}, empty("Loading the view…"));
  const node = el("section", { class: "card app", hidden: true, "aria-label": "View of the tool", "aria-live": "off" }, body);
  let bridge = null;
  let isClosed = false;

  async function open() {
    const width = Math.floor(node.parentElement?.clientWidth ?? 0) || null;
    const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
    try {
      const view = await post("apps/open", { page: PAGE, call, context: { theme: theme(), width, locale, timeZone } });
      if (view === null) return;
      node.hidden = false;
      if (view.origin === null) body.replaceChildren(...nowhere(view));
      else if (isClosed) post("apps/close", { page: PAGE, id: view.id }).catch(notice);
      else bridge = openBridge(view, node, body, again);
    } catch (ex) {
      node.hidden = false;
      body.replaceChildren(el("p", { class: "trouble" }, ex.message, ex.remedy ? el("span", { class: "remedy" }, " " + ex.remedy) : null));
    }
  }

  function again() {
    body.replaceChildren(empty("Loading the view…"));
    open();
  }

  return {
    node, open,
    /** Ends the view: it stays alive where it cannot be seen until it has ended. */
    close() {
      if (isClosed) return;
      isClosed = true;
      if (bridge?.isOpen() && node.isConnected && document.body.moveBefore) {
        node.hidden = true;
        document.body.moveBefore(node, null);
        bridge.close(() => node.remove());
      } else {
        bridge?.close(() => {});
        node.remove();
      }
    },
  };
}

function nowhere(view) {
  return [
    el("p", {}, "This tool has a view, ", el("code", {}, view.uri), ", which is not shown: views need an origin of their own."),
    el("p", { class: "remedy" }, "Set mcp.console.apps.origin to another origin that reaches this application, such as https://views.example.net, "
      + "or open the console as localhost or 127.0.0.1."),
  ];
}

/** Carries messages between the frame and the application until either ends. */
function openBridge(view, card, body, again) {
  const messages = messageList();
  const asked = el("div", { class: "asked", role: "status" });
  const context = el("div", {});
  const bar = el("p", { class: "actions" });
  const waiting = [];
  let last = 0;
  let isOpen = true;
  let isSending = false;
  let isPulling = false;
  let isStale = false;
  let onEnd = null;

  const frame = appFrame(view, receive, stop);
  const target = (more) => ({ page: PAGE, id: view.id, ...more });

  function receive(message) {
    messages.add("view", message);
    let text;
    try {
      text = JSON.stringify(message);
    } catch {
      return; // no JSON, as messages are
    }
    if (text === undefined) return;
    if (text.length > MAX_MESSAGE) stop("It has sent a message that is too large.");
    else if (waiting.push(text) > MAX_WAITING) stop("It sends more messages than the application takes.");
    else flush();
  }

  /** One request after the other, so that messages arrive in their order. */
  async function flush() {
    if (isSending) return;
    isSending = true;
    try {
      while (isOpen && waiting.length > 0) {
        const some = waiting.splice(0, 1);
        let size = some[0].length;
        while (waiting.length > 0 && some.length < MAX_TOGETHER && (size += waiting[0].length) < MAX_MESSAGE) some.push(waiting.shift());
        await post("apps/messages", target({ messages: some }));
      }
    } catch (ex) {
      ended(ex.message);
    } finally {
      isSending = false;
    }
  }

  /** Takes what the application has for the view. */
  async function pull() {
    isStale = true;
    if (isPulling) return;
    isPulling = true;
    try {
      while (isOpen && isStale) {
        isStale = false;
        for (const event of await post("apps/events", target({ after: last }))) {
          last = event.number;
          reactions[event.kind](event);
        }
      }
    } catch (ex) {
      if (ex.status !== 0) ended(ex.message);
    } finally {
      isPulling = false;
    }
  }

  const reactions = {
    MESSAGE(event) {
      messages.add("host", event.message);
      frame.send(JSON.parse(JSON.stringify(event.message))); // what can be cloned
    },
    ASKED: (event) => ask(event.consent),
    DECIDED: (event) => asked.querySelector(`[data-id="${CSS.escape(event.text)}"]`)?.remove(),
    CONTEXT: (event) => context.replaceChildren(el("h4", {}, "Context for the model"), code(event.text)),
    SIZE: (event) => { frame.node.style.height = Math.max(MIN_HEIGHT, event.height) + "px"; },
    INLINE: () => enlarge(false),
    LEAVES: () => close(),
    ENDED: (event) => ended(event.text ?? "it was closed"),
  };

  /** A click that was meant for what was there before decides nothing. */
  function ask(consent) {
    const [sentence, detail, label] = CONSENTS[consent.action](consent);
    const decide = async (accepted) => {
      note.remove();
      if (accepted) perform(consent);
      try {
        await post("apps/decide", target({ question: consent.id, accepted }));
      } catch (ex) {
        notice(ex);
      }
    };
    const buttons = [button(label, () => decide(true), { class: "primary", disabled: true }), button("Refuse", () => decide(false), { disabled: true })];
    const note = el("div", { class: "ask", "data-id": consent.id, "data-action": consent.action }, el("p", {}, sentence), detail, el("p", { class: "actions" }, ...buttons));
    asked.append(note);
    setTimeout(() => buttons.forEach((one) => { one.disabled = false; }), SETTLE);
  }

  function perform(consent) {
    if (consent.action === "OPEN_LINK") window.open(consent.text, "_blank", "noopener,noreferrer");
    if (consent.action === "DOWNLOAD") consent.files.forEach((file) => save(file.name, bytesOf(file.content), "application/octet-stream"));
    if (consent.action === "MESSAGE") context.append(el("h4", {}, "Message of the view, accepted"), code(consent.text));
    if (consent.action === "FULLSCREEN") enlarge(true);
  }

  function enlarge(isLarge) {
    card.classList.toggle("large", isLarge);
    setText(size, isLarge ? "Reduce" : "Enlarge");
  }

  function change(part) {
    if (isOpen) post("apps/context", target({ context: part })).catch(() => {}); // it has ended
  }

  function close(done) {
    onEnd = done ?? onEnd;
    if (isOpen) post("apps/close", target()).catch((ex) => ended(ex.message));
    else onEnd?.();
  }

  /** The page has had enough of it. */
  function stop(reason) {
    if (!isOpen) return;
    close();
    ended(reason);
  }

  function ended(reason) {
    if (!isOpen) return;
    isOpen = false;
    offs.forEach((off) => off());
    frame.close();
    enlarge(false);
    asked.replaceChildren();
    bar.replaceChildren(el("span", { class: "quiet end" }, "The view has ended: " + reason), button("Show again", again, { class: "small" }));
    onEnd?.();
  }

  function leave() {
    post("apps/close", target(), { keepalive: true }).catch(() => {}); // the page is gone
  }

  const size = button("Enlarge", () => {
    const isLarge = !card.classList.contains("large");
    enlarge(isLarge);
    change({ displayMode: isLarge ? "fullscreen" : "inline" });
  }, { class: "small" });
  const onTheme = () => change({ theme: theme() });
  dark.addEventListener("change", onTheme);
  window.addEventListener("pagehide", leave);
  const offs = [on("app/" + view.id, pull), on("live", pull), () => dark.removeEventListener("change", onTheme), () => window.removeEventListener("pagehide", leave)];
  bar.append(size, button("Close the view", () => close(), { class: "small" }));
  body.replaceChildren(
    el("header", {}, el("h3", {}, "View of ", el("code", {}, view.tool)), el("p", { class: "origin" }, "Made by server ", el("strong", {}, view.server), ", not by the console"), bar),
    asked, frame.node, context, messages.node,
    el("details", { class: "history" }, el("summary", {}, "Document of the view"), el("dl", { class: "facts" },
      el("dt", {}, "URI"), el("dd", {}, el("code", {}, view.uri)), el("dt", {}, "Hash"), el("dd", {}, el("code", {}, view.sha256)),
      el("dt", {}, "Policy"), el("dd", {}, el("code", {}, view.csp)), el("dt", {}, "Permissions"), el("dd", {}, view.permissions || "none"),
      view.warnings.length > 0 ? [el("dt", {}, "Warnings"), el("dd", {}, view.warnings.join("; "))] : null),
    code(view.html)));
  pull();
  return { close, isOpen: () => isOpen };
}
