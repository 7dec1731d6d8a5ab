package io.mcpclient.autoconfigure.actuate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.status.McpClientStatus;

/**
 * Contributes the version of this library and the number of servers by state and era to the endpoint {@code info}. It contains
 * no names and addresses of servers and nothing that a server has sent, because that endpoint is often public.
 */
record McpInfoContributor(McpClients clients) implements InfoContributor {

    @Override
    public void contribute(Info.Builder builder) {
        List<McpClientStatus> servers =
                this.clients.all().stream().map(McpClient::status).toList();
        Map<String, Object> details = new LinkedHashMap<>();
        @Nullable String version = McpClient.class.getPackage().getImplementationVersion();
        if (version != null) {
            details.put("version", version);
        }
        // Maps and no records, which a native image could not write without hints. The names are those of the endpoint
        // mcp.
        Map<String, Object> counts = new LinkedHashMap<>();
        counts.put("total", servers.size());
        counts.put("states", count(servers, status -> status.state().name()));
        counts.put("eras", count(servers, McpInfoContributor::era));
        details.put("servers", counts);
        builder.withDetail("mcp", details);
    }

    private static @Nullable String era(McpClientStatus status) {
        return (status.server() != null) ? status.server().era().label() : null;
    }

    private static Map<String, Long> count(
            List<McpClientStatus> servers, Function<McpClientStatus, @Nullable String> property) {
        return servers.stream()
                .map(property)
                .filter(Objects::nonNull)
                .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
    }
}
