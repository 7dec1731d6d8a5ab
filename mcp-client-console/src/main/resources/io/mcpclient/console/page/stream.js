/* The one stream of events of this page. It is opened again when it ends, at once or, after a failure or a short time, after a pause. */

import { openEvents } from "./api.js";
import { parseJson } from "./json.js";

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10000;
const SHORT = 5000;

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
      const part = (field) => lines.filter((line) => line.startsWith(field + ":")).map((line) => line.slice(field.length + 1).trim());
      const data = part("data").join("\n");
      if (data !== "") yield { name: part("event").join(""), data: parseJson(data) };
    }
  }
}

/**
 * Calls onEvent(name, data) for each event and onState(isLive) when the stream begins and ends. Never returns. A page that the browser
 * only retains to go back to has no stream: a browser has few connections for one application.
 */
export async function follow(onEvent, onState) {
  let pause = FIRST_PAUSE;
  for (;;) {
    const controller = new AbortController();
    const leave = () => controller.abort();
    window.addEventListener("pagehide", leave);
    const begun = performance.now();
    let failure = null;
    try {
      const response = await openEvents(controller.signal);
      onState(true);
      for await (const event of eventsOf(response.body)) onEvent(event.name, event.data);
    } catch (ex) {
      failure = ex;
    } finally {
      window.removeEventListener("pagehide", leave);
    }
    const isShort = performance.now() - begun < SHORT; // as behind a proxy that holds streams back, or with too many pages
    if (!isShort) pause = FIRST_PAUSE;
    if (failure === null && !isShort) continue;
    onState(false, failure);
    await new Promise((resolve) => setTimeout(resolve, pause));
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }
}
