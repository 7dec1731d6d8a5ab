/* Starts the page: areas, addresses, the stream of events. */

import { begin } from "./api.js";
import { showChat } from "./chat.js";
import { el, setText } from "./dom.js";
import { showLog } from "./log.js";
import { notice } from "./notice.js";
import { showOverview } from "./overview.js";
import { showPrompts } from "./prompts.js";
import { showQuestions } from "./questions.js";
import { showResources } from "./resources.js";
import { showSkills } from "./skills.js";
import { addPart, on, start, store } from "./store.js";
import { showTasks } from "./tasks.js";
import { showTools } from "./tools.js";
import { showWire } from "./wire.js";

const AREAS = [
  { id: "overview", label: "Servers", show: showOverview, part: "servers", count: () => store.servers.length },
  { id: "tools", label: "Tools", show: showTools, part: "tools", count: () => store.tools.length },
  { id: "resources", label: "Resources", show: showResources, part: "resources", count: () => store.resources.length },
  { id: "prompts", label: "Prompts", show: showPrompts, part: "prompts", count: () => store.prompts.length },
  { id: "tasks", label: "Tasks", show: showTasks, part: "tasks", count: () => store.tasks.tasks.length },
  { id: "skills", label: "Skills", show: showSkills, part: "skills", count: () => store.skills?.skills.length, optional: true },
  { id: "chat", label: "Chat", show: showChat, part: "chat", count: () => store.chat.conversations.length },
  { id: "log", label: "Log", show: showLog, part: "log", count: () => store.log.entries.length },
  { id: "wire", label: "Wire", show: showWire, part: "wire", count: () => store.wire.length },
];

const main = document.getElementById("main");
let shown = null;

function drawAreas() {
  const links = AREAS.map((area) => {
    const number = el("span", { class: "number" }, area.count() || "");
    on(area.part, () => setText(number, area.count() || ""));
    return el("a", { href: "#/" + area.id, "data-area": area.id, hidden: area.optional }, el("span", {}, area.label), number);
  });
  document.getElementById("areas").append(...links);
}

/** An address is #/area or #/area/item. Within an area, the view itself shows another item. */
function go() {
  if (location.hash === "#main") return;
  const [, id, item] = /^#\/([a-z]+)(?:\/(.*))?$/.exec(location.hash) ?? [];
  const area = AREAS.find((one) => one.id === id) ?? AREAS[0];
  let decoded = null;
  try {
    decoded = item === undefined ? null : decodeURIComponent(item);
  } catch {
    // shown without the item
  }
  for (const link of document.querySelectorAll("#areas a")) {
    if (link.dataset.area === area.id) {
      link.setAttribute("aria-current", "page");
      link.scrollIntoView({ block: "nearest", inline: "nearest" });
    } else link.removeAttribute("aria-current");
  }
  document.title = area.label + " · MCP console";
  if (shown?.area !== area) {
    shown?.view.close();
    main.replaceChildren();
    shown = { area, view: area.show(main) };
    main.dataset.area = area.id;
  }
  shown.view.open?.(decoded);
}

function drawLive() {
  const live = document.getElementById("live");
  live.dataset.state = store.live ? "live" : "away";
  setText(live, store.live ? "Live" : store.problem?.message ?? "Connecting…");
}

/** Keys: / goes to the search of the area. */
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select, dialog")) return;
  const search = main.querySelector("input[type=search]");
  if (search) {
    event.preventDefault();
    search.focus();
  }
});

on("live", drawLive);
drawLive();
drawAreas();
showQuestions();
window.addEventListener("hashchange", go);
go();
try {
  const session = await begin();
  setText(document.getElementById("application"), [session.application, session.user].filter(Boolean).join(" · "));
  for (const id of session.optionalAreas) {
    const link = document.querySelector(`#areas [data-area="${id}"]`);
    if (link === null) continue; // shown within other areas
    link.hidden = false;
    addPart(id);
  }
  start();
} catch (ex) {
  notice(ex);
}
