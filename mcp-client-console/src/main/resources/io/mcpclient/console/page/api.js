/* Requests to the application. The header is what a page of another site cannot send. */

import { parseJson } from "./json.js";

let session = { csrfHeader: null, csrfToken: null };

/** A failure with what the application says about it. */
export class Problem extends Error {
  constructor(problem) {
    super(problem.detail ?? "The request failed.");
    this.status = problem.status;
    this.remedy = problem.remedy ?? null;
    this.outcome = problem.outcome ?? null;
    this.error = problem.error ?? null;
  }
}

function headers(more) {
  const all = { "X-Mcp-Console": "1", Accept: "application/json", ...more };
  if (session.csrfHeader !== null) all[session.csrfHeader] = session.csrfToken;
  return all;
}

async function checked(response) {
  if (response.ok && !response.redirected) return response;
  let problem = { status: response.status, detail: response.redirected
    ? "The session has ended. Load the page again to log in." : `The application refused the request with status ${response.status}.` };
  if (response.headers.get("Content-Type")?.startsWith("application/problem+json")) problem = await response.json();
  throw new Problem(problem);
}

async function sent(path, options) {
  try {
    return await checked(await fetch("api/" + path, { cache: "no-store", credentials: "same-origin", ...options }));
  } catch (ex) {
    if (ex instanceof Problem || ex.name === "AbortError") throw ex;
    throw new Problem({ status: 0, detail: "The application does not respond.", remedy: "Check that it is running." });
  }
}

async function content(response) {
  return response.status === 204 ? null : parseJson(await response.text());
}

export async function get(path) {
  return content(await sent(path, { headers: headers() }));
}

/** Sends a request that changes something. The token is that of a login: if another one has replaced it, the request is sent again. */
async function change(path, accepted, options) {
  const request = () => sent(path, { ...options, method: "POST", headers: headers(accepted) });
  try {
    return await request();
  } catch (ex) {
    if (ex.status !== 403 || ex.error !== null || session.csrfHeader === null) throw ex;
    await renew();
    return request();
  }
}

/** What is shown of another user does not stay. */
async function renew() {
  const { user } = session;
  await begin();
  if (session.user === user) return;
  location.reload();
  await new Promise(() => {});
}

/** Sends JSON; text is sent as it is, so that numbers keep their digits. */
export async function post(path, body, options) {
  return content(await change(path, { "Content-Type": "application/json" },
    { ...options, body: typeof body === "string" ? body : JSON.stringify(body ?? {}) }));
}

/** Opens the stream of events; fetch sends the header, which EventSource cannot. */
export async function openEvents(signal) {
  return change("events", { Accept: "text/event-stream" }, { signal });
}

export async function begin() {
  session = await get("session");
  return session;
}

export function current() {
  return session;
}
