/*
 * A form made of a JSON Schema. Fields are nodes with read(problems) and write(value): read() puts the fields that are not valid into
 * problems, and shows what is wrong beside them.
 */

import { button, el, setText } from "./dom.js";
import * as inputs from "./fields.js";
import { isObject, kindOf, list, options, resolve, rules, variants } from "./schema.js";

const MAX_DEPTH = 6;
const MAX_FIELDS = 300;

let ids = 0;

/** Returns a form for the properties of a schema: node, read() with { value, problems }, write(value). */
export function schemaForm(schema) {
  const context = { root: schema, left: MAX_FIELDS };
  const whole = resolve(schema, schema);
  const body = kindOf(whole, MAX_DEPTH) === "object" || isObject(whole.properties)
    ? objectField(whole, context, MAX_DEPTH) : wholeField();
  if (whole.default !== undefined) quietly(() => body.write(whole.default));
  return {
    node: el("div", { class: "fields" }, body.node),
    read() {
      const problems = [];
      const value = body.read(problems) ?? {};
      return { value, problems };
    },
    write: (value) => body.write(value),
  };
}

function quietly(action) {
  try {
    action();
  } catch {
    // a default that does not fit is left out
  }
}

function wholeField() {
  const field = leaf("Arguments", { type: "object", description: "The tool does not declare its arguments." }, false, inputs.json({ type: "object" }, false), "json");
  return field;
}

/** A field of any kind with its label. */
function field(name, schema, isRequired, context, depth) {
  const found = resolve(schema, context.root);
  let kind = --context.left < 0 ? "json" : kindOf(found, depth);
  const items = kind === "list" ? resolve(found.items, context.root) : null;
  const made = { list: () => listField, object: () => nested, variant: () => variantField }[kind];
  const result = kind === "list" && options(items)
    ? leaf(name, found, isRequired, inputs.several(found, items, isRequired), "list")
    : made ? made()(name, found, isRequired, context, depth)
      : leaf(name, found, isRequired, input(kind, found, isRequired), kind);
  if (found.default !== undefined) quietly(() => result.write(found.default));
  return result;
}

function input(kind, schema, isRequired) {
  return kind === "choice" ? inputs.choice(options(schema), isRequired)
    : kind === "integer" ? inputs.number(schema, isRequired) : inputs[kind](schema, isRequired);
}

function label(name, schema, isRequired, kind, attributes) {
  return el(attributes.tag ?? "label", { for: attributes.for },
    el("span", { class: "name" }, schema.title ?? name), " ", isRequired ? el("span", { class: "must", title: "required" }, "*") : null,
    schema.title && schema.title !== name ? el("code", { class: "key" }, name) : null, " ",
    el("span", { class: "type" }, rules(schema, kind) + (isRequired ? "" : ", optional")));
}

function leaf(name, schema, isRequired, made, kind) {
  const id = "field-" + ids++;
  const { control } = made;
  control.id = id;
  control.setAttribute("aria-describedby", `${id}-hint ${id}-wrong`);
  if (isRequired && control.matches("input, select, textarea")) control.setAttribute("aria-required", "true");
  const wrong = el("p", { class: "wrong", id: id + "-wrong", hidden: true });
  const node = el(made.group ? "fieldset" : "div", { class: "field", "data-field": name },
    label(name, schema, isRequired, kind, made.group ? { tag: "legend" } : { for: id }),
    schema.description ? el("p", { class: "hint", id: id + "-hint" }, schema.description) : null, control, wrong);
  const say = (problem) => {
    setText(wrong, problem);
    wrong.hidden = problem === "";
    if (problem === "") control.removeAttribute("aria-invalid");
    else control.setAttribute("aria-invalid", "true");
  };
  // Only what is wrong already is checked while it is corrected: a message that appears as a button is pressed would move the button.
  control.addEventListener("input", () => {
    if (control.getAttribute("aria-invalid") !== "true") return;
    try {
      made.read();
      say("");
    } catch (ex) {
      say(ex.message);
    }
  });
  return {
    node,
    read(problems) {
      try {
        const value = made.read();
        say("");
        return value;
      } catch (ex) {
        say(ex.message);
        problems.push({ control, name, message: ex.message });
        return undefined;
      }
    },
    write(value) {
      try {
        made.write(value);
        say("");
      } catch (ex) {
        say(ex.message);
        throw ex;
      }
    },
  };
}

/** Fields of an object. Members that the schema does not name are retained. */
function objectField(schema, context, depth) {
  const required = new Set(list(schema.required));
  const entries = Object.entries(schema.properties ?? {}).map(([name, property]) => [name, field(name, property, required.has(name), context, depth - 1)]);
  let others = [];
  return {
    node: el("div", { class: "object" }, ...entries.map(([, one]) => one.node)),
    entries,
    read(problems) {
      const value = Object.create(null); // a member may be named __proto__
      for (const [name, one] of entries) {
        const read = one.read(problems);
        if (read !== undefined) value[name] = read;
      }
      for (const [name, other] of others) value[name] = other;
      return value;
    },
    write(value) {
      if (value !== undefined && !isObject(value)) throw new Error("Not a JSON object.");
      let first = null;
      for (const [name, one] of entries) {
        try {
          one.write(value !== undefined && Object.hasOwn(value, name) ? value[name] : undefined);
        } catch (ex) {
          first ??= new Error(`${name}: ${ex.message}`);
        }
      }
      const known = new Set(entries.map(([name]) => name));
      others = Object.entries(value ?? {}).filter(([name]) => !known.has(name));
      if (first) throw first;
    },
  };
}

/** An object within the form. An optional one is left out while nothing of it is given. */
function nested(name, schema, isRequired, context, depth) {
  const inner = objectField(schema, context, depth);
  const node = el("fieldset", { class: "nested", "data-field": name },
    label(name, schema, isRequired, "object", { tag: "legend" }), schema.description ? el("p", { class: "hint" }, schema.description) : null, inner.node);
  return {
    node,
    read(problems) {
      const own = [];
      const value = inner.read(own);
      if (!isRequired && Object.keys(value).length === 0) {
        inner.entries.forEach(([, one]) => quietly(() => one.write(undefined)));
        return undefined;
      }
      problems.push(...own);
      return value;
    },
    write: inner.write,
  };
}

function listField(name, schema, isRequired, context, depth) {
  const rows = el("ol", { class: "rows" });
  const wrong = el("p", { class: "wrong", hidden: true });
  const items = [];
  const more = button("Add", () => add().node.querySelector("input, select, textarea")?.focus(), { class: "small" });
  const add = () => {
    const one = field(`${name} ${items.length + 1}`, schema.items, true, context, depth - 1);
    const remove = button("Remove", () => {
      items.splice(items.indexOf(one), 1);
      row.remove();
      more.focus();
    }, { class: "small", "aria-label": `Remove item of ${schema.title ?? name}` });
    const row = el("li", {}, one.node, remove);
    rows.append(row);
    items.push(one);
    return one;
  };
  return {
    node: el("fieldset", { class: "nested", "data-field": name }, label(name, schema, isRequired, "list", { tag: "legend" }),
      schema.description ? el("p", { class: "hint" }, schema.description) : null, rows, more, wrong),
    read(problems) {
      wrong.hidden = true;
      if (items.length === 0 && !isRequired) return undefined;
      try {
        inputs.checkItems(schema, items.length);
      } catch (ex) {
        setText(wrong, ex.message).hidden = false;
        problems.push({ control: more, name, message: ex.message });
      }
      return items.map((one) => one.read(problems) ?? null);
    },
    write(value) {
      if (value !== undefined && !Array.isArray(value)) throw new Error("Not a JSON array.");
      items.length = 0;
      rows.replaceChildren();
      for (const one of (value ?? []).slice(0, 200)) add().write(one);
    },
  };
}

function variantField(name, schema, isRequired, context, depth) {
  const all = variants(schema).map((one) => resolve(one, context.root));
  const select = el("select", { "aria-label": `Kind of ${schema.title ?? name}` },
    isRequired ? null : el("option", { value: "" }, "Not given"),
    ...all.map((one, i) => el("option", { value: String(i) }, one.title ?? one.description ?? rules(one, kindOf(one, depth)))));
  const place = el("div", {});
  let inner = null;
  const choose = () => {
    const chosen = select.value === "" ? null : all[Number(select.value)];
    inner = chosen === null ? null : kindOf(chosen, depth - 1) === "object"
      ? objectField(chosen, context, depth - 1) : field(name, chosen, true, context, depth - 1);
    place.replaceChildren(...inner ? [inner.node] : []);
  };
  select.addEventListener("change", choose);
  choose();
  const fits = (value) => all.findIndex((one) => {
    const kind = kindOf(one, depth);
    const names = Object.entries(one.properties ?? {}).filter(([, property]) => isObject(property) && "const" in property);
    if (isObject(value)) return kind === "object" && list(one.required).every((key) => Object.hasOwn(value, key))
      && names.every(([key, property]) => value[key] === property.const);
    return Array.isArray(value) ? kind === "list" : kind === typeof value || (kind === "integer" && Number.isInteger(value))
      || options(one)?.some((option) => option.value === value);
  });
  return {
    node: el("fieldset", { class: "nested", "data-field": name }, label(name, schema, isRequired, "variant", { tag: "legend" }),
      schema.description ? el("p", { class: "hint" }, schema.description) : null, select, place),
    read: (problems) => inner?.read(problems),
    write(value) {
      const index = value === undefined ? -1 : fits(value);
      select.value = index < 0 ? (isRequired ? "0" : "") : String(index);
      choose();
      if (index < 0 && value !== undefined) throw new Error("None of the variants fits.");
      if (inner && value !== undefined) inner.write(value);
    },
  };
}
