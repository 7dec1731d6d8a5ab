/* JSON with all digits: integers of 64 bits are identifiers for many servers, and a double would have other digits at the end. */

const LONG = /[0-9]{16}/;

/** An integer that no double has. It is compared as the nearest one, and written as it was. */
class Long extends Number {
  constructor(value, text) {
    super(value);
    this.text = text;
  }

  toString() {
    return this.text;
  }

  toJSON() {
    return JSON.rawJSON(this.text);
  }
}

export function isLong(value) {
  return value instanceof Long;
}

/** Browsers without raw JSON read such integers as the nearest double. */
export function parseJson(text) {
  return JSON.rawJSON && LONG.test(text) ? JSON.parse(text, (name, value, context) => Number.isInteger(value) && !Number.isSafeInteger(value)
    ? new Long(value, context.source) : value) : JSON.parse(text);
}

/** Whether all integers of a value are those of its text. */
export function isExact(value) {
  if (typeof value === "number") return JSON.rawJSON !== undefined || !Number.isInteger(value) || Number.isSafeInteger(value);
  return value === null || typeof value !== "object" || Object.values(value).every(isExact);
}
