"use strict";

/*
 * Drawing, forms and contents for all pages.
 *
 * Names, texts, schemas and results come from untrusted servers. All of it passes shown() and becomes text nodes or
 * values; none of it becomes markup, a class, an id or an address, except images of known types.
 */

const IMAGE_TYPES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

// drawing

/** Makes untrusted text safe to display: control, direction and invisible characters become visible. */
function shown(text) {
  return String(text ?? "").replace(
    /(?<!\p{Extended_Pictographic}\uFE0F?)\u200D|(?![\n\t\u200D])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2028\u2029]/gu,
    (c) => "\u27E8U+" + c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0") + "\u27E9");
}

function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** The console's own texts pass it as well, without an effect. */
function text(tag, attributes, content) {
  return element(tag, attributes, shown(content));
}

function badge(kind, words) {
  return text("span", { class: "badge " + kind }, words);
}

function pretty(value) {
  return JSON.stringify(value, null, 2);
}

// requests

async function getJson(address) {
  const response = await fetch(address, {
    headers: { Accept: "application/json" }, cache: "no-store", signal: AbortSignal.timeout(10000),
  });
  if (!response.ok) throw new Error(String(response.status));
  return response.status === 204 ? null : response.json();
}

function post(body, signal) {
  return { method: "POST", headers: { "Content-Type": "application/json" }, body, signal };
}

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
      const part = (field) => lines.filter((line) => line.startsWith(field + ":")).map((line) => line.slice(field.length + 1));
      if (part("data").length > 0) yield { name: part("event").join("").trim(), data: JSON.parse(part("data").join("\n")) };
    }
  }
}

function webAddress(text) {
  try {
    const address = new URL(text);
    return ["http:", "https:"].includes(address.protocol) ? address : null;
  } catch (ignored) {
    return null;
  }
}

// forms

function schemaFields(schema, idPrefix) {
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return properties.map(([name, property], index) =>
    field(name, isObject(property) ? property : {}, required.has(name), idPrefix + index));
}

function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function typeOf(schema) {
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== "null") : schema.type;
  if (Array.isArray(schema.enum) || Array.isArray(schema.oneOf)) return "enum";
  if (type === "array" && (Array.isArray(schema.items?.enum) || Array.isArray(schema.items?.anyOf))) return "several";
  return ["string", "number", "integer", "boolean"].includes(type) ? type : "json";
}

/**
 * One input. read() returns the value, undefined for "leave it out", and throws an Error with a message for the user.
 */
function field(name, schema, required, id) {
  const type = typeOf(schema);
  const input = { enum: enumInput, several: severalInput, boolean: booleanInput, number: numberInput, integer: numberInput, string: stringInput, json: jsonInput }[type](schema, required, type);
  input.control.id = id;
  const described = [schema.description ? id + "-hint" : null, id + "-wrong"].filter(Boolean).join(" ");
  input.control.setAttribute("aria-describedby", described);
  if (required) input.control.setAttribute("aria-required", "true");
  const wrong = element("p", { class: "wrong", id: id + "-wrong", hidden: true });
  const words = [type === "json" ? jsonKind(schema) + " as JSON" : type === "enum" ? "choice" : type === "several" ? "any of these" : type, range(schema)].filter(Boolean).join(", ");
  const group = type === "several";
  const node = element(group ? "fieldset" : "div", {},
    element(group ? "legend" : "label", { for: group ? null : id }, shown(schema.title ?? name),
      required ? element("span", { class: "must", title: "required" }, "*") : null,
      text("span", { class: "type" }, words + (required ? "" : ", optional"))),
    schema.description ? text("p", { class: "hint", id: id + "-hint" }, schema.description) : null,
    input.control, wrong);
  return { name, node, control: input.control, wrong, required, read: input.read };
}

function jsonKind(schema) {
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== "null") : schema.type;
  return type === "array" || type === "object" ? type : "any value";
}

function range(schema) {
  const { minimum, maximum } = schema;
  if (typeof minimum === "number" && typeof maximum === "number") return `${minimum} to ${maximum}`;
  if (typeof minimum === "number") return `${minimum} or more`;
  return typeof maximum === "number" ? `${maximum} or less` : null;
}

function choices(options, schema, required) {
  const chosen = options.findIndex((option) => JSON.stringify(option.value) === JSON.stringify(schema.default));
  const control = element("select", {},
    required && chosen >= 0 ? null : element("option", { value: "" }, required ? "Choose…" : "Not given"),
    ...options.map((option, i) => text("option", { value: String(i), selected: i === chosen }, option.label)));
  return {
    control,
    read() {
      if (control.value !== "") return options[Number(control.value)].value;
      if (required) throw new Error("Choose one.");
      return undefined;
    },
  };
}

function enumInput(schema, required) {
  return choices(optionsOf(schema), schema, required);
}

/** The forms of choices: plain values, values with separate names, values with titles. */
function optionsOf(schema) {
  const titled = Array.isArray(schema.oneOf) ? schema.oneOf : Array.isArray(schema.anyOf) ? schema.anyOf : null;
  if (titled !== null) {
    return titled.filter(isObject).map((option) => ({ value: option.const, label: option.title ?? String(option.const) }));
  }
  const names = Array.isArray(schema.enumNames) ? schema.enumNames : [];
  return schema.enum.map((value, i) => ({ value, label: names[i] ?? (typeof value === "string" ? value : JSON.stringify(value)) }));
}

function severalInput(schema, required) {
  const options = optionsOf(schema.items);
  const chosen = new Set(Array.isArray(schema.default) ? schema.default : []);
  const boxes = options.map((option) => element("input", { type: "checkbox", checked: chosen.has(option.value) }));
  const control = element("div", { class: "boxes", tabindex: "-1" },
    ...options.map((option, i) => element("label", {}, boxes[i], shown(option.label))));
  return {
    control,
    read() {
      const values = options.filter((option, i) => boxes[i].checked).map((option) => option.value);
      const least = Math.max(typeof schema.minItems === "number" ? schema.minItems : 0, 0);
      if (values.length === 0 && !required && least === 0) return undefined;
      if (values.length < least) throw new Error(`Choose at least ${least}.`);
      if (typeof schema.maxItems === "number" && values.length > schema.maxItems) throw new Error(`Choose at most ${schema.maxItems}.`);
      return values;
    },
  };
}

function booleanInput(schema, required) {
  return choices([{ value: true, label: "true" }, { value: false, label: "false" }], schema, required);
}

function numberInput(schema, required, type) {
  const control = element("input", {
    type: "text", inputmode: type === "integer" ? "numeric" : "decimal", autocomplete: "off",
    value: typeof schema.default === "number" ? String(schema.default) : null,
  });
  return {
    control,
    read() {
      const typed = control.value.trim();
      if (typed === "") {
        if (required) throw new Error("A number is required.");
        return undefined;
      }
      const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(typed) ? Number(typed) : NaN;
      if (!Number.isFinite(value)) throw new Error("Not a number.");
      if (type === "integer" && !Number.isSafeInteger(value)) throw new Error("Not an integer.");
      if (typeof schema.minimum === "number" && value < schema.minimum) throw new Error(`At least ${schema.minimum}.`);
      if (typeof schema.maximum === "number" && value > schema.maximum) throw new Error(`At most ${schema.maximum}.`);
      return value;
    },
  };
}

function stringInput(schema, required) {
  const long = typeof schema.maxLength === "number" && schema.maxLength > 200;
  const control = long
    ? element("textarea", { rows: "3", class: "prose" })
    : element("input", { type: schema.format === "date" ? "date" : "text", autocomplete: "off" });
  if (typeof schema.default === "string") control.value = schema.default;
  return {
    control,
    read() {
      if (control.value === "" && !required) return undefined;
      if (control.value === "" && schema.minLength > 0) throw new Error("Text is required.");
      return control.value;
    },
  };
}

function jsonInput(schema, required) {
  const kind = jsonKind(schema);
  const control = element("textarea", {
    rows: "3", spellcheck: "false", placeholder: kind === "array" ? "[ ]" : kind === "object" ? "{ }" : "JSON",
  });
  if (schema.default !== undefined) control.value = pretty(schema.default);
  return {
    control,
    read() {
      if (control.value.trim() === "") {
        if (required) throw new Error("A value is required.");
        return undefined;
      }
      const value = parse(control.value);
      if (kind === "array" && !Array.isArray(value)) throw new Error("Not a JSON array.");
      if (kind === "object" && !isObject(value)) throw new Error("Not a JSON object.");
      return value;
    },
  };
}

/** For schemas without properties. */
function wholeField() {
  return field("Arguments", { type: "object", description: "This tool does not declare its arguments." }, false, "field-0");
}

function parse(json) {
  try {
    return JSON.parse(json);
  } catch (ex) {
    throw new Error("Not valid JSON.");
  }
}

/** Reads all fields; returns null and focuses the first invalid one if there is any. */
function collect(fields, free) {
  const values = new Map();
  let firstWrong = null;
  for (const one of fields) {
    let problem = "";
    try {
      const value = one.read();
      if (value !== undefined) values.set(one.name, value);
    } catch (ex) {
      problem = ex.message;
      firstWrong ??= one.control;
    }
    one.wrong.textContent = problem;
    one.wrong.hidden = problem === "";
    one.control.setAttribute("aria-invalid", String(problem !== ""));
  }
  firstWrong?.focus();
  if (firstWrong) return null;
  // Not an object literal: a property may be named __proto__.
  return free ? JSON.stringify(values.get("Arguments") ?? {})
    : "{" + [...values].map(([name, value]) => JSON.stringify(name) + ":" + JSON.stringify(value)).join(",") + "}";
}

// contents

function contentBlock(block, failed) {
  switch (block?.type) {
    case "text":
      return text("div", { class: failed ? "block failed" : "block" }, block.text);
    case "image":
      return picture(block);
    case "resource_link":
      return text("p", { class: "note" }, `Resource ${block.title ?? block.name ?? ""}: ${block.uri}`);
    case "resource":
      return typeof block.resource?.text === "string"
        ? text("div", { class: "block" }, block.resource.text)
        : text("p", { class: "note" }, `Resource ${block.resource?.uri ?? ""} of type ${block.resource?.mimeType ?? "unknown"}`);
    default:
      return text("p", { class: "note" }, `Content of type ${block?.type ?? "unknown"}, see below.`);
  }
}

function picture(block) {
  const safe = IMAGE_TYPES.has(block.mimeType) && typeof block.data === "string" && /^[A-Za-z0-9+/=\s]*$/.test(block.data);
  return safe
    ? element("img", { class: "picture", alt: "Image made by the tool", src: `data:${block.mimeType};base64,${block.data}` })
    : text("p", { class: "note" }, `An image of type ${block.mimeType}, not shown.`);
}
