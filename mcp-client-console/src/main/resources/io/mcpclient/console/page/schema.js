/* Reads JSON Schema as far as forms need it. Schemas are untrusted: depth and number are bounded, patterns are never run. */

import { isLong } from "./json.js";

const MAX_REFERENCES = 200;

export function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value) && !isLong(value);
}

/** Whether two values are the same JSON; the order of members does not matter. */
export function isSame(one, other) {
  if (one === null || other === null || typeof one !== "object" || typeof other !== "object") return one === other;
  const names = Object.keys(one);
  return Array.isArray(one) === Array.isArray(other) && names.length === Object.keys(other).length
    && names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]));
}

/**
 * Follows local references, and merges allOf. Anything that cannot be resolved has no type, and is a field for JSON. Schemas may refer to
 * themselves, or to others many times: references are counted for the whole schema.
 */
export function resolve(schema, root, left = { references: MAX_REFERENCES }) {
  let found = isObject(schema) ? schema : {};
  while (typeof found.$ref === "string") {
    if (--left.references < 0) return {};
    const { $ref, ...rest } = found;
    found = { ...target($ref, root), ...rest };
  }
  if (Array.isArray(found.allOf)) {
    const { allOf, ...rest } = found;
    const parts = allOf.slice(0, 20).map((part) => isObject(part) && part.allOf === undefined ? resolve(part, root, left) : {});
    found = parts.reduce((all, part) => ({
      ...all, ...part, properties: merged(all.properties, part.properties), required: [...list(all.required), ...list(part.required)],
    }), rest);
    if (found.properties === undefined) delete found.properties;
  }
  return withoutNull(found, root, left);
}

function merged(one, other) {
  return isObject(one) || isObject(other) ? { ...one, ...other } : undefined;
}

export function list(value) {
  return Array.isArray(value) ? value : [];
}

function target(reference, root) {
  if (!reference.startsWith("#")) return {};
  let at = root;
  for (const part of reference.slice(1).split("/").slice(1)) {
    let key = part;
    try {
      key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    } catch {
      return {};
    }
    at = at !== null && typeof at === "object" && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return isObject(at) ? at : {};
}

/** "X or null" is an optional X. */
function withoutNull(schema, root, left) {
  for (const word of ["anyOf", "oneOf"]) {
    const options = schema[word];
    if (!Array.isArray(options)) continue;
    const rest = options.filter((one) => !(isObject(one) && (one.type === "null" || one.const === null)));
    if (rest.length === 1 && options.length > 1) {
      const { [word]: ignored, ...others } = schema;
      return { ...resolve(rest[0], root, left), ...others };
    }
  }
  return schema;
}

export function typeOf(schema) {
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== "null") : schema.type;
  if (type !== undefined) return type;
  return isObject(schema.properties) ? "object" : undefined;
}

/** The values to choose from, with their labels, or null if the schema is no choice. */
export function options(schema) {
  if (Array.isArray(schema.enum)) {
    const names = list(schema.enumNames);
    return schema.enum.map((value, i) => ({ value, label: names[i] ?? (typeof value === "string" ? value : JSON.stringify(value)) }));
  }
  for (const word of ["oneOf", "anyOf"]) {
    const titled = schema[word];
    if (Array.isArray(titled) && titled.length > 0 && titled.every((one) => isObject(one) && "const" in one)) {
      return titled.map((one) => ({ value: one.const, label: one.title ?? (typeof one.const === "string" ? one.const : JSON.stringify(one.const)) }));
    }
  }
  return null;
}

/** The kind of field for a resolved schema. */
export function kindOf(schema, depth) {
  if ("const" in schema) return "constant";
  if (options(schema)) return "choice";
  if (variants(schema)) return depth > 0 ? "variant" : "json";
  const type = typeOf(schema);
  if (type === "array") return depth > 0 && isObject(schema.items) ? "list" : "json";
  if (type === "object") return depth > 0 && isObject(schema.properties) && Object.keys(schema.properties).length > 0 ? "object" : "json";
  return ["string", "number", "integer", "boolean"].includes(type) ? type : "json";
}

export function variants(schema) {
  const found = Array.isArray(schema.oneOf) ? schema.oneOf : Array.isArray(schema.anyOf) ? schema.anyOf : null;
  return found !== null && found.length > 1 && found.length <= 20 && found.every(isObject) ? found : null;
}

/** What a field accepts, in words. */
export function rules(schema, kind) {
  const names = { choice: "choice", variant: "one of", list: "list", object: "object", json: "JSON", string: "text", constant: "fixed" };
  const bounds = (least, most, unit) => {
    const has = (value) => typeof value === "number";
    if (has(least) && has(most)) return `${least} to ${most}${unit}`;
    return has(least) ? `${least}${unit} or more` : has(most) ? `${most}${unit} or less` : null;
  };
  return [
    names[kind] ?? kind,
    bounds(schema.minimum ?? schema.exclusiveMinimum, schema.maximum ?? schema.exclusiveMaximum, ""),
    bounds(schema.minLength, schema.maxLength, " characters"), bounds(schema.minItems, schema.maxItems, " items"),
    typeof schema.format === "string" ? schema.format : null,
    typeof schema.pattern === "string" ? "pattern " + schema.pattern.slice(0, 100) : null,
  ].filter(Boolean).join(", ");
}
