/*
 * Inputs for single values. Each has a control, read() and write(value). read() returns undefined for "leave it out", and throws an
 * Error with words for the user.
 */

import { el, pretty } from "./dom.js";
import { isLong, parseJson } from "./json.js";
import { isObject, options, typeOf } from "./schema.js";

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

function required(isRequired, message) {
  if (isRequired) throw new Error(message);
  return undefined;
}

export function choice(choices, isRequired) {
  const control = el("select", {}, el("option", { value: "" }, isRequired ? "Choose…" : "Not given"),
    ...choices.map((one, i) => el("option", { value: String(i) }, one.label)));
  return {
    control,
    read: () => control.value === "" ? required(isRequired, "Choose one.") : choices[Number(control.value)].value,
    write(value) {
      const index = choices.findIndex((one) => JSON.stringify(one.value) === JSON.stringify(value));
      control.value = index < 0 ? "" : String(index);
      if (index < 0 && value !== undefined) throw new Error("Not one of the choices.");
    },
  };
}

export function boolean(schema, isRequired) {
  return choice([{ value: true, label: "true" }, { value: false, label: "false" }], isRequired);
}

export function constant(schema) {
  const control = el("output", { class: "fixed" }, JSON.stringify(schema.const));
  return { control, read: () => schema.const, write() {} };
}

export function several(schema, itemSchema, isRequired) {
  const choices = options(itemSchema);
  const boxes = choices.map(() => el("input", { type: "checkbox" }));
  const control = el("div", { class: "boxes", tabindex: "-1", role: "group" }, ...choices.map((one, i) => el("label", {}, boxes[i], one.label)));
  return {
    control, group: true,
    read() {
      const values = choices.filter((one, i) => boxes[i].checked).map((one) => one.value);
      if (values.length === 0 && !isRequired && !(schema.minItems > 0)) return undefined;
      checkItems(schema, values.length);
      return values;
    },
    write(value) {
      const chosen = new Set((Array.isArray(value) ? value : []).map((one) => JSON.stringify(one)));
      choices.forEach((one, i) => { boxes[i].checked = chosen.delete(JSON.stringify(one.value)); });
      if (chosen.size > 0) throw new Error("Not one of the choices.");
    },
  };
}

export function checkItems(schema, length) {
  if (typeof schema.minItems === "number" && length < schema.minItems) throw new Error(`At least ${schema.minItems} items.`);
  if (typeof schema.maxItems === "number" && length > schema.maxItems) throw new Error(`At most ${schema.maxItems} items.`);
}

export function number(schema, isRequired) {
  const whole = typeOf(schema) === "integer";
  const control = el("input", { type: "text", inputmode: whole ? "numeric" : "decimal", autocomplete: "off" });
  return {
    control,
    read() {
      const typed = control.value.trim();
      if (typed === "") return required(isRequired, "A number is required.");
      const value = NUMBER.test(typed) ? Number(typed) : NaN;
      if (!Number.isFinite(value)) throw new Error("Not a number.");
      if (whole && !Number.isInteger(value)) throw new Error("Not an integer.");
      if (whole && !Number.isSafeInteger(value)) throw new Error("Too large for the form: use the JSON tab.");
      if (typeof schema.minimum === "number" && value < schema.minimum) throw new Error(`At least ${schema.minimum}.`);
      if (typeof schema.maximum === "number" && value > schema.maximum) throw new Error(`At most ${schema.maximum}.`);
      if (typeof schema.exclusiveMinimum === "number" && value <= schema.exclusiveMinimum) throw new Error(`More than ${schema.exclusiveMinimum}.`);
      if (typeof schema.exclusiveMaximum === "number" && value >= schema.exclusiveMaximum) throw new Error(`Less than ${schema.exclusiveMaximum}.`);
      return value;
    },
    write(value) {
      control.value = value === undefined ? "" : String(value);
      if (isLong(value)) throw new Error("Too large for the form: use the JSON tab.");
      if (value !== undefined && typeof value !== "number") throw new Error("Not a number.");
    },
  };
}

/** An input for colors always has one, also when none is given. */
const INPUTS = { date: "date", time: "time", "date-time": "datetime-local" };

export function string(schema, isRequired) {
  const long = (schema.maxLength === undefined && /text|content|body|message|query|prompt/i.test(schema.title ?? "")) || schema.maxLength > 200;
  const moment = schema.format === "date-time";
  const control = long ? el("textarea", { rows: "3", class: "prose" })
    : el("input", { type: INPUTS[schema.format] ?? "text", autocomplete: "off", step: moment || schema.format === "time" ? "1" : null });
  return {
    control,
    read() {
      if (control.value === "") {
        if (control.validity.badInput) throw new Error("Not complete.");
        return required(isRequired, "A value is required.");
      }
      const length = [...control.value].length;
      if (typeof schema.minLength === "number" && length < schema.minLength) throw new Error(`At least ${schema.minLength} characters.`);
      if (typeof schema.maxLength === "number" && length > schema.maxLength) throw new Error(`At most ${schema.maxLength} characters.`);
      return moment ? new Date(control.value).toISOString() : control.value;
    },
    write(value) {
      if (value !== undefined && typeof value !== "string") throw new Error("Not a text.");
      if (moment && value !== undefined) {
        const time = new Date(value);
        if (Number.isNaN(time.getTime())) throw new Error("Not a date and time.");
        control.value = new Date(time.getTime() - time.getTimezoneOffset() * 60000).toISOString().slice(0, 19);
      } else {
        control.value = value ?? "";
        if (value !== undefined && control.value !== value) { // an input has one line, one for a date nothing but a date
          control.value = "";
          throw new Error("The field cannot show this text.");
        }
      }
    },
  };
}

export function json(schema, isRequired) {
  const type = typeOf(schema);
  const control = el("textarea", { rows: "3", spellcheck: "false", placeholder: type === "array" ? "[ ]" : type === "object" ? "{ }" : "JSON" });
  return {
    control,
    read() {
      if (control.value.trim() === "") return required(isRequired, "A value is required.");
      const value = parse(control.value);
      if (type === "array" && !Array.isArray(value)) throw new Error("Not a JSON array.");
      if (type === "object" && !isObject(value)) throw new Error("Not a JSON object.");
      return value;
    },
    write(value) {
      control.value = value === undefined ? "" : pretty(value);
    },
  };
}

export function parse(text) {
  try {
    return parseJson(text);
  } catch (ex) {
    throw new Error("Not valid JSON: " + ex.message, { cause: ex });
  }
}
