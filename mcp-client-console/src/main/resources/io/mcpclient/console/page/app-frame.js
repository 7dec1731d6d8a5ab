/*
 * The double frame of a view. The outer frame is a document of the application at another origin; it holds the view in a frame that has
 * no origin at all. Messages are accepted from the outer frame only, and nothing of them becomes anything but text or data.
 */

import { el } from "./dom.js";

const OUTER = "allow-scripts allow-same-origin allow-forms";
const SANDBOX = "ui/notifications/sandbox-";
const MAX_PER_SECOND = 200;
const PATIENCE = 20000;

/** An element with the view, which calls receive(message) for messages of the view, and fail(reason) once if it cannot go on. */
export function appFrame(view, receive, fail) {
  const address = view.origin + new URL("view-frame.html", location.href).pathname + "?host=" + encodeURIComponent(location.origin);
  const node = el("iframe", { class: "view", title: `View of ${view.tool}, a tool of server ${view.server}`, sandbox: OUTER, allow: view.permissions, src: address });
  const send = (message) => node.contentWindow?.postMessage(message, view.origin);
  let isShown = false;
  let second = 0;
  let received = 0;

  function isFlood() {
    const now = Math.floor(performance.now() / 1000);
    received = now === second ? received + 1 : 1;
    second = now;
    return received > MAX_PER_SECOND;
  }

  function onMessage(event) {
    if (event.source !== node.contentWindow || event.origin !== view.origin) return;
    if (isFlood()) {
      fail(`It has sent more than ${MAX_PER_SECOND} messages in a second.`);
    } else if (!String(event.data?.method).startsWith(SANDBOX)) {
      receive(event.data);
    } else if (event.data.method === SANDBOX + "proxy-ready" && !isShown) {
      isShown = true;
      clearTimeout(timer);
      send({ jsonrpc: "2.0", method: SANDBOX + "resource-ready", params: { html: view.html, csp: view.csp, permissions: view.permissions } });
    }
  }

  const timer = setTimeout(() => fail(`The frame for views is not available at ${view.origin}.`), PATIENCE);
  window.addEventListener("message", onMessage);
  return {
    node, send,
    close() {
      clearTimeout(timer);
      window.removeEventListener("message", onMessage);
      node.remove();
    },
  };
}
