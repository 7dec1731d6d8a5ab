/* Contents of results, resources and prompts by kind. Text stays text, whatever it contains; SVG is not shown as an image. */

import { code, el, link, pretty } from "./dom.js";
import { parseJson } from "./json.js";
import { jsonView } from "./json-view.js";

const IMAGES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
const SOUNDS = new Set(["audio/wav", "audio/mpeg", "audio/ogg", "audio/webm", "audio/mp4", "audio/flac"]);
const MAX_TEXT = 200000;

export function textBlock(text, attributes) {
  const whole = String(text ?? "");
  return el("div", {}, el("div", { class: "block", tabindex: "0", dir: "auto", ...attributes }, whole.slice(0, MAX_TEXT)),
    whole.length > MAX_TEXT ? el("p", { class: "quiet" }, `The first ${MAX_TEXT} of ${whole.length} characters; the rest is in the JSON.`) : null);
}

function data(type, allowed, content) {
  return allowed.has(type) && typeof content === "string" && /^[A-Za-z0-9+/=\s]*$/.test(content) ? `data:${type};base64,${content}` : null;
}

function bytes(base64) {
  return typeof base64 === "string" ? `about ${Math.round(base64.length * 3 / 4)} bytes` : "no data";
}

function image(type, content) {
  const source = data(type, IMAGES, content);
  return source ? el("img", { class: "picture", alt: "Image from the server", src: source })
    : el("p", { class: "note" }, `An image of type ${type}, ${bytes(content)}, which is not shown.`);
}

function sound(type, content) {
  const source = data(type, SOUNDS, content);
  return source ? el("audio", { controls: true, src: source })
    : el("p", { class: "note" }, `Audio of type ${type}, ${bytes(content)}, which is not played.`);
}

/** The contents of a resource. */
export function resource(contents) {
  const type = contents?.mimeType ?? "unknown type";
  const head = el("p", { class: "note" }, link(contents?.uri ?? ""), " · " + type);
  if (typeof contents?.text === "string") return el("section", { class: "resource" }, head, textBlock(contents.text));
  const body = type.startsWith("image/") ? image(type, contents?.blob) : type.startsWith("audio/") ? sound(type, contents?.blob)
    : el("p", { class: "note" }, `Binary content, ${bytes(contents?.blob)}.`);
  return el("section", { class: "resource" }, head, body);
}

export function contentBlock(block) {
  switch (block?.type) {
    case "text": return textBlock(block.text);
    case "image": return image(block.mimeType, block.data);
    case "audio": return sound(block.mimeType, block.data);
    case "resource_link":
      return el("div", { class: "linked" }, el("p", {}, el("strong", {}, block.title ?? block.name ?? "Resource"),
        block.mimeType ? el("span", { class: "quiet" }, " " + block.mimeType) : null), el("p", {}, link(block.uri ?? "")),
      block.description ? el("p", { class: "hint" }, block.description) : null);
    case "resource": return resource(block.resource);
    default:
      return el("div", {}, el("p", { class: "note" }, `Content of type ${block?.type ?? "unknown"}`), code(pretty(block)));
  }
}

/** Servers repeat structured content as text, for clients that do not know it: the text is folded. */
function isRepeated(block, structured) {
  if (structured === undefined || block?.type !== "text" || typeof block.text !== "string") return false;
  try {
    return JSON.stringify(parseJson(block.text)) === JSON.stringify(structured);
  } catch {
    return false;
  }
}

/** A result of a tool: its blocks, and its structured content. */
export function toolResult(result) {
  const blocks = Array.isArray(result?.content) ? result.content : [];
  const structured = result?.structuredContent;
  return [
    ...blocks.slice(0, 200).map((block) => isRepeated(block, structured)
      ? el("details", {}, el("summary", {}, "The same as text"), contentBlock(block)) : contentBlock(block)),
    structured === undefined ? null : el("h4", {}, "Structured content"),
    structured === undefined ? null : jsonView(structured),
    blocks.length === 0 && structured === undefined ? el("p", { class: "empty" }, "The result is empty.") : null,
  ].filter(Boolean);
}
