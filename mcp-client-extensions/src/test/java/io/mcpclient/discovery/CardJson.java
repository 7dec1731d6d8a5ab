package io.mcpclient.discovery;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

import io.mcpclient.discovery.internal.JsonDocuments;
import io.mcpclient.discovery.internal.Members;

/** Cards, catalogs and registry entries as JSON with single quotes, for tests. */
final class CardJson {

    static final String SCHEMA = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json";

    static final URI CARD_URL = URI.create("https://cards.example/orders/server-card");

    private CardJson() {}

    static String json(String text) {
        return text.replace('\'', '"');
    }

    /** A card with these members after the required ones, such as {@code 'remotes': []}. */
    static String card(String more) {
        return json("{'$schema': '" + SCHEMA + "', 'name': 'example.shop/orders', 'version': '3.0.1',"
                + " 'description': 'Orders of the shop'" + (more.isEmpty() ? "" : ", " + more) + "}");
    }

    static Members members(String json) {
        return Members.of(JsonDocuments.parse(json(json).getBytes(StandardCharsets.UTF_8)));
    }

    static McpCardDocument cardDocument(String remotes) {
        McpServerCard card = McpServerCard.of(members(card("'remotes': " + remotes)));
        return new McpCardDocument(card, CARD_URL, Instant.EPOCH, Instant.EPOCH, null);
    }

    /** A catalog with these entries. */
    static String catalog(String... entries) {
        return json("{'specVersion': '1.0', 'host': {'displayName': 'Shop'}, 'entries': [" + String.join(", ", entries)
                + "]}");
    }

    static String entry(String identifier, String more) {
        return json("{'identifier': '" + identifier + "', 'type': 'application/mcp-server-card+json', " + more + "}");
    }

    static String nested(String identifier, String url) {
        return json(
                "{'identifier': '" + identifier + "', 'type': 'application/ai-catalog+json', 'url': '" + url + "'}");
    }

    /** An entry of a registry with these members of {@code server}, and a status. */
    static String registryEntry(String name, String version, String more, String status) {
        return json("{'server': {'name': '" + name + "', 'description': 'Orders', 'version': '" + version + "'"
                + (more.isEmpty() ? "" : ", " + more) + "}"
                + (status.isEmpty()
                        ? ""
                        : ", '_meta': {'io.modelcontextprotocol.registry/official': {'status': '" + status
                                + "', 'statusMessage': 'see orders2', 'isLatest': true}}")
                + "}");
    }

    /** The entry that a client would have read. */
    static McpRegistryEntry parsedEntry(String more) {
        McpRegistrySource source = McpRegistrySource.of("corp", URI.create("https://mcp.example"));
        return McpRegistryEntry.of(
                members(registryEntry("com.example/orders", "1.4.0", more, "active")), source, false);
    }

    static McpRegistryEntry withPackage(String thePackage) {
        return parsedEntry("'packages': [" + thePackage + "]");
    }

    /** A package for standard input and output with these members. */
    static String npm(String more) {
        return "{'registryType': 'npm', 'identifier': '@example/orders-mcp', 'version': '1.4.0',"
                + " 'transport': {'type': 'stdio'}" + (more.isEmpty() ? "" : ", " + more) + "}";
    }

    static String aPackage(String type, String identifier, String more) {
        return "{'registryType': '" + type + "', 'identifier': '" + identifier + "', 'transport': {'type': 'stdio'}"
                + (more.isEmpty() ? "" : ", " + more) + "}";
    }

    static McpInputValues values(String... namesAndValues) {
        Map<String, String> map = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return McpInputValues.of(map);
    }
}
