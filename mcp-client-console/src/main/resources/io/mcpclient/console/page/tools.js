/* All tools of all servers. */

import { badge, el } from "./dom.js";
import { listPane } from "./list-pane.js";
import { on, store } from "./store.js";
import { toolDetail } from "./tool.js";

export function toolBadges(tool) {
  const hints = tool.hints;
  return [
    tool.available ? null : badge("bad", "Unavailable"),
    tool.change ? badge("busy", "Changed") : null,
    tool.unseen ? badge("busy", "Changed since seen") : null,
    hints?.destructive && !hints.readOnly ? badge("bad", "Destructive") : null,
  ].filter(Boolean);
}

export function showTools(root) {
  const pane = listPane(root, {
    area: "tools", one: "tool", hint: "Choose a tool, or type / to search.",
    items: () => store.tools,
    key: (tool) => tool.name,
    group: (tool) => tool.server,
    text: (tool) => [tool.name, tool.original, tool.title, tool.server, tool.description].join(" "),
    row: (tool) => [
      el("span", { class: "title" }, tool.title ?? tool.original, ...toolBadges(tool)),
      el("span", { class: "sub" }, tool.name),
    ],
    detail: (tool) => toolDetail(tool),
  });
  const off = on("tools", pane.draw);
  return {
    open: pane.open,
    close() {
      off();
      pane.close();
    },
  };
}
