/* Log messages of servers. */

import { post } from "./api.js";
import { button, clock, el, empty, options, setText } from "./dom.js";
import { act } from "./notice.js";
import { changed, on, store } from "./store.js";

const LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

const KINDS = { warning: "busy", error: "bad", critical: "bad", alert: "bad", emergency: "bad" };

export function showLog(root) {
  const server = el("select", { "aria-label": "Server" });
  const level = el("select", { "aria-label": "Level" }, ...LEVELS.map((one) => el("option", { selected: one === "info" }, one)));
  const rows = el("ol", { class: "log" });
  const follow = button("Follow", () => act(follow, async () => {
    const isFollowed = store.log.followed.includes(server.value);
    const reply = await post("log/follow", { server: server.value, level: isFollowed ? null : level.value });
    store.log.followed = reply.followed;
    changed("log");
  }), { class: "primary" });
  root.append(el("div", { class: "head" }, el("div", {}, el("h2", {}, "Log of servers"),
    el("p", { class: "quiet" }, "Following a server sets its level, and keeps a stream to it open. In the modern era, servers send messages only while they execute a request.")),
  el("div", { class: "inline" }, server, level, follow)), rows);
  const drawServers = () => {
    options(server, store.servers.map((one) => [one.name, one.name]));
    drawFollow();
  };
  const drawFollow = () => {
    setText(follow, store.log.followed.includes(server.value) ? "Stop following" : "Follow");
    follow.disabled = store.servers.length === 0;
  };
  const draw = () => {
    drawFollow();
    const least = LEVELS.indexOf(level.value);
    const visible = store.log.entries.filter((one) => LEVELS.indexOf(one.level) >= least || !LEVELS.includes(one.level));
    rows.replaceChildren(...visible.slice(0, 500).map((one) => el("li", {}, el("span", { class: "quiet" }, clock(one.time)),
      el("span", { class: "badge " + (KINDS[one.level] ?? "off") }, one.level), el("span", { class: "from" }, [one.server, one.logger].filter(Boolean).join(" · ")),
      el("span", { class: "text", dir: "auto" }, one.text))));
    if (visible.length === 0) rows.append(el("li", { class: "plain" }, empty("No messages.")));
  };
  server.addEventListener("change", drawFollow);
  level.addEventListener("change", draw);
  const off = [on("servers", drawServers), on("log", draw)];
  drawServers();
  draw();
  return { close: () => off.forEach((one) => one()) };
}
