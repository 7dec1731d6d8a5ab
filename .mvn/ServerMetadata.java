import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Completes the configuration metadata of the processor, which does not describe the values of maps: each server of the map
 * {@code mcp.servers} has the properties and hints of {@code mcp.defaults}, and some of its own, which one record binds. Run as a
 * source file by the build, after the compilation; a second run changes nothing.
 *
 * <pre>java -cp (Jackson) ServerMetadata.java (metadata)</pre>
 */
final class ServerMetadata {

    private static final String DEFAULTS = "mcp.defaults.";

    private static final String SERVER = "mcp.servers.*.";

    /** Keys that a single server has, but not the defaults of all servers. */
    private static final Set<String> OF_ONE_SERVER = Set.of(
            "url",
            "command",
            "args",
            "card",
            "domain",
            "registry",
            "inputs",
            "secrets-origin",
            "consent",
            "inherit-credentials");

    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]);
        JsonMapper mapper = JsonMapper.builder().build();
        JsonNode metadata = mapper.readTree(Files.readString(file));
        complete((ArrayNode) metadata.get("properties"));
        complete((ArrayNode) metadata.get("hints"));
        Files.writeString(file, mapper.writerWithDefaultPrettyPrinter().writeValueAsString(metadata));
    }

    private static void complete(ArrayNode items) {
        Map<String, JsonNode> all = new TreeMap<>();
        items.forEach(item -> all.put(item.get("name").asString(), item));
        for (Map.Entry<String, JsonNode> item : List.copyOf(all.entrySet())) {
            if (item.getKey().startsWith(DEFAULTS)) {
                String key = item.getKey().substring(DEFAULTS.length());
                ObjectNode ofServer = (ObjectNode) item.getValue().deepCopy();
                ofServer.remove("sourceType");
                all.put(SERVER + key, ofServer.put("name", SERVER + key));
                if (OF_ONE_SERVER.contains(key)) {
                    all.remove(item.getKey());
                }
            }
        }
        items.removeAll();
        all.values().forEach(items::add);
    }
}
