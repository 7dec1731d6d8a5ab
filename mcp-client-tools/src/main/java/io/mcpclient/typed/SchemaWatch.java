package io.mcpclient.typed;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

import io.mcpclient.McpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.Tool;
import io.mcpclient.status.McpClientStatus;
import io.mcpclient.status.McpListReport;
import io.mcpclient.support.BackgroundWork;
import io.mcpclient.support.Loggers;

/**
 * Compares the tools of a server with the methods of an interface when the server connects, and when it changes its tools.
 * Thread-safe.
 */
final class SchemaWatch {

    private static final Logger logger = Loggers.TOOLS;

    private final ClientMethods methods;

    private final AtomicReference<@Nullable McpClient> followed = new AtomicReference<>();

    private volatile List<McpToolMismatch> mismatches = List.of();

    SchemaWatch(ClientMethods methods) {
        this.methods = methods;
    }

    /** Follows a client, unless it is followed already or nothing is to be checked. */
    void follow(McpClient client) {
        if (this.methods.check() == McpSchemaCheck.OFF || this.followed.getAndSet(client) == client) {
            return;
        }
        McpClient.@Nullable Listeners listeners = client.listeners();
        if (listeners == null) {
            return; // a mock has no facets
        }
        boolean[] wasConnected = new boolean[1];
        listeners.addStatusListener(status -> {
            boolean isConnected = status.isConnected();
            if (isConnected && !wasConnected[0]) {
                list(client);
            }
            wasConnected[0] = isConnected;
        });
        listeners.addChangeListener(new McpChangeListener() {
            @Override
            public void onToolsChanged(String serverName) {
                list(client);
            }
        });
        if (isConnected(client)) {
            list(client);
        }
    }

    /** Returns the error of a call that must not be sent, or {@code null}. */
    @Nullable
    McpConfigurationException refusal(ClientMethod call) {
        if (this.methods.check() != McpSchemaCheck.FAIL) {
            return null;
        }
        return this.mismatches.stream()
                .filter(mismatch ->
                        mismatch.method().equals(call.name()) && mismatch.tool().equals(call.tool()))
                .findFirst()
                .map(mismatch -> new McpConfigurationException(
                        this.methods.server(),
                        mismatch.method(),
                        "does not fit the tool \"" + mismatch.tool() + "\": " + mismatch.problem(),
                        mismatch.remedy()))
                .orElse(null);
    }

    /** A mock has no status. */
    private static boolean isConnected(McpClient client) {
        @Nullable McpClientStatus status = client.status();
        return status != null && status.isConnected();
    }

    /** Returns whether the server may have more tools than those that were listed. */
    private static boolean isIncomplete(McpClient client) {
        return client.status()
                .list(McpMethods.TOOLS_LIST)
                .filter(McpListReport::incomplete)
                .isPresent();
    }

    private void list(McpClient client) {
        BackgroundWork.of(client.reactive().listTools(McpCallOptions.asApplication()))
                .subscribe(
                        tools -> compare(client, tools),
                        ex -> logger.debug(
                                "MCP server \"{}\": tools were not compared with {}",
                                this.methods.server(),
                                this.methods.type().getName(),
                                ex));
    }

    private void compare(McpClient client, List<Tool> tools) {
        List<McpToolMismatch> found = SchemaComparison.of(this.methods, tools);
        if (isIncomplete(client)) {
            Set<String> listed = tools.stream().map(Tool::name).collect(Collectors.toSet());
            found = found.stream()
                    .filter(mismatch -> listed.contains(mismatch.tool()))
                    .toList();
        }
        List<McpToolMismatch> known = this.mismatches;
        this.mismatches = found;
        found.stream()
                .filter(mismatch -> !known.contains(mismatch))
                .forEach(mismatch -> logger.warn("MCP server \"{}\": {}", this.methods.server(), mismatch));
    }
}
