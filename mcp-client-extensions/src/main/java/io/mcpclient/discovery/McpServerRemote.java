package io.mcpclient.discovery;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.mcpclient.discovery.internal.Members;

/**
 * How a server is reached over HTTP, as a card or a registry entry declares it. Untrusted. Immutable.
 *
 * @param type {@code streamable-http}, {@code sse}, or a type that this version does not know
 * @param url URL of the server with {@code {variables}} in braces
 * @param headers headers of each request
 * @param variables inputs for the braces in {@code url}, by name
 * @param supportedProtocolVersions revisions that the server claims to support, empty if unknown; a hint for the first attempt only
 */
public record McpServerRemote(
        String type,
        String url,
        List<McpInput> headers,
        Map<String, McpInput> variables,
        List<String> supportedProtocolVersions) {

    /** Type of a server with the transport Streamable HTTP. */
    public static final String STREAMABLE_HTTP = "streamable-http";

    /** Type of a server with the transport HTTP+SSE. */
    public static final String SSE = "sse";

    /** Copies the collections. */
    public McpServerRemote {
        headers = List.copyOf(headers);
        variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
        supportedProtocolVersions = List.copyOf(supportedProtocolVersions);
    }

    static List<McpServerRemote> listOf(Members json) {
        List<McpServerRemote> remotes = new ArrayList<>();
        for (Members remote : json.objects("remotes")) {
            remotes.add(new McpServerRemote(
                    remote.text("type"),
                    remote.text("url"),
                    McpInput.named(remote, "headers"),
                    McpInput.variables(remote),
                    remote.texts("supportedProtocolVersions")));
        }
        return remotes;
    }
}
