/*
 * Drawing. Names, texts, schemas and results come from untrusted servers. All of it becomes text nodes or values through this file;
 * none of it becomes markup, a class, an id or an active address.
 */

const SVG = "http://www.w3.org/2000/svg";

/** Makes untrusted text safe to display: control, direction and invisible characters become visible. */
export function shown(text) {
  return String(text ?? "").replace(
    /(?<!\p{Extended_Pictographic}\uFE0F?)\u200D|(?![\n\t\u200D])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\u2028\u2029]/gu,
    (c) => "\u27E8U+" + c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0") + "\u27E9");
}

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => child instanceof Node ? child : shown(child)));
  return node;
}

/** An element; children that are no nodes are shown as text. */
export function el(tag, attributes, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

/** Replaces the text of an element, only if it differs: live regions would read it again. */
export function setText(node, text) {
  const next = shown(text);
  if (node.textContent !== next) node.textContent = next;
  return node;
}

export function button(label, onclick, attributes) {
  return el("button", { type: "button", onclick, ...attributes }, label);
}

export function badge(kind, text) {
  return el("span", { class: "badge " + kind }, text);
}

export function empty(text) {
  return el("p", { class: "empty" }, text);
}

export function pretty(value) {
  return JSON.stringify(value, null, 2);
}

export function code(text, attributes) {
  return el("pre", { tabindex: "0", ...attributes }, text);
}

/** An address that may be opened: http and https only. */
export function webAddress(text) {
  try {
    const address = new URL(text);
    return ["http:", "https:"].includes(address.protocol) ? address : null;
  } catch {
    return null;
  }
}

/** The full address: a link if a browser opens it harmlessly, else text. */
export function link(text) {
  const address = webAddress(text);
  return address === null
    ? el("code", { class: "address" }, text)
    : el("a", { class: "address", href: address.href, target: "_blank", rel: "noopener noreferrer" }, address.href);
}

export function copyButton(text) {
  const node = button("Copy", async () => {
    try {
      await navigator.clipboard.writeText(text());
      setText(node, "Copied");
    } catch {
      setText(node, "Not permitted");
    }
    setTimeout(() => setText(node, "Copy"), 1500);
  }, { class: "small" });
  return node;
}

/** Saves text or bytes as a file with a name that is safe, of a type that no browser opens by itself. */
export function save(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

/** Replaces the options of a list, [[value, label]], and leaves the one that is chosen. */
export function options(select, entries) {
  const before = select.value;
  select.replaceChildren(...entries.map(([value, label]) => el("option", { value, selected: value === before }, label)));
}

let tabCount = 0;

/** Tabs: [[label, create]], where create returns the content each time the tab is opened. */
export function tabs(label, entries, onopen) {
  const id = "tabs-" + tabCount++;
  const panel = el("div", { role: "tabpanel", id: id + "-panel", class: "panel" });
  const open = (index, focus) => {
    heads.forEach((head, i) => {
      head.setAttribute("aria-selected", String(i === index));
      head.tabIndex = i === index ? 0 : -1;
    });
    if (focus) heads[index].focus();
    panel.setAttribute("aria-labelledby", heads[index].id);
    panel.replaceChildren(...[entries[index][1]()].flat());
    onopen?.(entries[index][0]);
  };
  const heads = entries.map(([name], i) => button(name, () => open(i), { role: "tab", id: `${id}-${i}`, "aria-controls": id + "-panel" }));
  const bar = el("div", { role: "tablist", "aria-label": label, class: "tabs" }, ...heads);
  bar.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    open((heads.indexOf(document.activeElement) + step + heads.length) % heads.length, true);
  });
  open(0);
  return { node: el("div", { class: "tabbed" }, bar, panel), open };
}

export function clock(millis) {
  return new Date(millis).toLocaleTimeString([], { hour12: false });
}

export function took(millis) {
  if (millis === null || millis === undefined) return "";
  return millis < 1000 ? `${Math.round(millis)} ms` : millis < 60000 ? `${(millis / 1000).toFixed(1)} s`
    : `${Math.floor(millis / 60000)} min ${Math.round(millis % 60000 / 1000)} s`;
}

export function count(number, one, many) {
  return `${number} ${number === 1 ? one : many ?? one + "s"}`;
}
