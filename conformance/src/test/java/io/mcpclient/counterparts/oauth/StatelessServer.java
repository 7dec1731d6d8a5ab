package io.mcpclient.counterparts.oauth;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** As little of a server of revision 2026-07-28 as a client needs to call two tools. */
@RestController
class StatelessServer {

    static final String PATH = "/stateless";

    @PostMapping(path = PATH, produces = MediaType.APPLICATION_JSON_VALUE)
    ResponseEntity<Map<String, Object>> post(@RequestBody Map<String, Object> message) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("jsonrpc", "2.0");
        answer.put("id", message.get("id"));
        Map<String, Object> result =
                switch (String.valueOf(message.get("method"))) {
                    case "server/discover" ->
                        kept(Map.of(
                                "supportedVersions", List.of("2026-07-28"), "capabilities", Map.of("tools", Map.of())));
                    case "tools/list" -> kept(Map.of("tools", List.of(tool("read"), tool("write"))));
                    case "tools/call" -> echo((Map<?, ?>) message.get("params"));
                    default -> null;
                };
        if (result != null) {
            answer.put("result", result);
            return ResponseEntity.ok(answer);
        }
        answer.put("error", Map.of("code", -32601, "message", "unknown method"));
        return ResponseEntity.status(404).body(answer);
    }

    private static Map<String, Object> kept(Map<String, Object> members) {
        Map<String, Object> result = complete(members);
        result.put("ttlMs", 60_000);
        result.put("cacheScope", "private");
        return result;
    }

    private static Map<String, Object> complete(Map<String, Object> members) {
        Map<String, Object> result = new LinkedHashMap<>(members);
        result.put("resultType", "complete");
        result.put(
                "_meta", Map.of("io.modelcontextprotocol/serverInfo", Map.of("name", "stateless", "version", "1.0.0")));
        return result;
    }

    private static Map<String, Object> tool(String name) {
        return Map.of("name", name, "inputSchema", Map.of("type", "object"));
    }

    private static Map<String, Object> echo(Map<?, ?> params) {
        Map<?, ?> arguments = (Map<?, ?>) params.get("arguments");
        return complete(
                Map.of("content", List.of(Map.of("type", "text", "text", String.valueOf(arguments.get("text"))))));
    }
}
