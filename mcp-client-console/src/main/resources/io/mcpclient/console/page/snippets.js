/* A call as code. Names and values come from servers and are quoted for each language. */

import { code, copyButton, el, tabs } from "./dom.js";
import { isLong } from "./json.js";
import { isObject, resolve, typeOf } from "./schema.js";

/** JSON in ASCII: no character can hide in a terminal. */
function ascii(value) {
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
}

function shell(text) {
  return "'" + text.replaceAll("'", "'\\''") + "'";
}

export function curl(tool, args, server) {
  const modern = server?.era === "modern";
  const meta = modern ? { _meta: { "io.modelcontextprotocol/protocolVersion": server.revision, "io.modelcontextprotocol/clientCapabilities": {} } } : {};
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool.original, arguments: args, ...meta } };
  return ["curl \"$MCP_URL\" \\", "  -H 'Content-Type: application/json' \\", "  -H 'Accept: application/json, text/event-stream' \\",
    `  -H ${shell("MCP-Protocol-Version: " + (server?.revision ?? "2025-11-25"))} \\`,
    ...modern ? ["  -H 'Mcp-Method: tools/call' \\", `  -H ${shell("Mcp-Name: " + headerValue(tool.original))} \\`] : ["  -H \"Mcp-Session-Id: $MCP_SESSION\" \\"],
    "  -d " + shell(ascii(message))].join("\n");
}

function headerValue(text) {
  return /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) ? text : "=?base64?" + btoa(String.fromCharCode(...new TextEncoder().encode(text))) + "?=";
}

function javaText(text) {
  return ascii(text);
}

function javaValue(value, indent) {
  if (value === null) return "null";
  if (typeof value === "string") return javaText(value);
  if (typeof value === "number") return Number.isInteger(value) && Math.abs(value) > 2147483647 ? value + "L" : String(value);
  if (typeof value === "boolean") return String(value);
  if (isLong(value)) return /^-?[0-9]{1,18}$/.test(value) ? value + "L" : `new java.math.BigDecimal("${value}")`;
  const deeper = indent + "        ";
  if (Array.isArray(value)) return `List.of(${value.map((one) => javaValue(one, deeper)).join(", ")})`;
  const entries = Object.entries(value);
  if (entries.length === 0) return "Map.of()";
  return "Map.ofEntries(" + entries.map(([name, one]) => `\n${deeper}Map.entry(${javaText(name)}, ${javaValue(one, deeper)})`).join(",") + ")";
}

export function java(tool, args) {
  return `CallToolResult result = client.callTool(${javaText(tool.original)}, ${javaValue(args, "")});`;
}

const RESERVED = new Set(("abstract assert boolean break byte case catch char class const continue default do double else enum extends final finally"
  + " float for goto if implements import instanceof int interface long native new package private protected public return short static"
  + " strictfp super switch synchronized this throw throws transient try void volatile while true false null var record").split(" "));

function identifier(name, upper) {
  const words = name.split(/[^A-Za-z0-9]+/).filter(Boolean);
  const joined = words.map((word, i) => i === 0 && !upper ? word[0].toLowerCase() + word.slice(1) : word[0].toUpperCase() + word.slice(1)).join("") || "value";
  return /^[0-9]/.test(joined) || RESERVED.has(joined) ? "_" + joined : joined;
}

const TYPES = { string: "String", integer: "Long", number: "Double", boolean: "Boolean", array: "List<Object>", object: "Map<String, Object>" };

export function typed(tool, schema) {
  const properties = isObject(schema?.properties) ? Object.entries(schema.properties) : [];
  const parameters = properties.map(([name, property]) =>
    `@McpArgument(${javaText(name)}) ${TYPES[typeOf(resolve(property, schema))] ?? "Object"} ${identifier(name)}`);
  return `@McpToolClient(${javaText(tool.server)})\ninterface ${identifier(tool.server, true)} {\n\n    @McpTool(${javaText(tool.original)})\n    String ${identifier(tool.original)}(${
    parameters.length > 1 ? "\n            " + parameters.join(",\n            ") : parameters.join("")});\n}`;
}

export function yaml(tool) {
  return ["mcp:", "  servers:", `    ${ascii(tool.server)}:`, "      tools:", `        include: [${ascii(tool.original)}]`].join("\n");
}

/** The call in all languages; args() returns the arguments of the form. */
export function snippets(tool, schema, args, server) {
  const block = (text) => () => [el("div", { class: "copy" }, copyButton(text)), code(text())];
  return tabs("Languages", [
    ["curl", block(() => curl(tool, args(), server))], ["Java", block(() => java(tool, args()))],
    ["Typed client", block(() => typed(tool, schema))], ["YAML", block(() => yaml(tool))],
  ]).node;
}
