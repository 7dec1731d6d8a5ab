package io.mcpclient.typed;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.Tool;
import io.mcpclient.status.McpClientStatus;
import io.mcpclient.status.McpListReport;
import io.mcpclient.status.McpServerStatus;
import io.mcpclient.status.McpStatusListener;
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

    /** Those of the last comparison, with the current server or the one before. */
    private volatile List<McpToolMismatch> reported = List.of();

    private volatile boolean isCompared;

    private volatile boolean wasConnected;

    /** Counts the servers: a list of the one before may end after its successor is followed. */
    private volatile int generation;

    private final McpStatusListener onStatus = this::changed;

    private final McpChangeListener onChange = new McpChangeListener() {
        @Override
        public void onToolsChanged(String serverName) {
            list();
        }
    };

    SchemaWatch(ClientMethods methods) {
        this.methods = methods;
    }

    /** Follows a client, unless it is followed already or nothing is to be checked. */
    void follow(McpClient client) {
        if (this.followed.get() != client) {
            restart(client);
        }
    }

    /**
     * Follows a client from now on. One that continues with another server has lost its listeners, and what is known of its tools is out of
     * date.
     */
    synchronized void restart(McpClient client) {
        this.followed.set(client);
        this.generation++;
        this.isCompared = false;
        this.mismatches = List.of();
        this.wasConnected = false;
        McpClient.@Nullable Listeners listeners = client.listeners();
        if (listeners == null || this.methods.check() == McpSchemaCheck.OFF) {
            return; // a mock has no facets
        }
        listeners.removeStatusListener(this.onStatus);
        listeners.removeChangeListener(this.onChange);
        listeners.addStatusListener(this.onStatus);
        listeners.addChangeListener(this.onChange);
        if (isConnected(client)) {
            list();
        }
    }

    private void changed(McpServerStatus status) {
        boolean isConnected = status.isConnected();
        if (isConnected && !this.wasConnected) {
            list();
        }
        this.wasConnected = isConnected;
    }

    /** Whether calls of methods that do not fit are refused. */
    boolean isRefusing() {
        return this.methods.check() == McpSchemaCheck.FAIL;
    }

    /** Lists and compares the tools unless that was done, as part of a call that would be the first. */
    void compareOnce(McpClient client) {
        if (!this.isCompared && client.listeners() != null) {
            int begun = this.generation;
            try {
                List<Tool> tools = client.listTools(McpCallOptions.asApplication());
                compare(begun, client.status(), tools);
            } catch (McpException ex) {
                notCompared(ex);
            }
        }
    }

    /** See {@link #compareOnce(McpClient)}. */
    Mono<Void> compareOnce(ReactiveMcpClient client) {
        int begun = this.generation;
        return this.isCompared
                ? Mono.empty()
                : client.listTools(McpCallOptions.asApplication())
                        .doOnNext(tools -> compare(begun, client.status(), tools))
                        .doOnError(this::notCompared)
                        .onErrorComplete()
                        .then();
    }

    /** A server that has responded with an error is not asked before each call. */
    private void notCompared(Throwable error) {
        this.isCompared |= error instanceof McpException failure && failure.outcome() == McpOutcome.ANSWERED;
        logger.debug(
                "MCP server \"{}\": tools were not compared with {}",
                server(),
                this.methods.type().getName(),
                error);
    }

    /** Returns the name of the followed client, which need not be that of the annotation; a mock has none. */
    private String server() {
        McpClient client = this.followed.get();
        @Nullable String name = (client != null) ? client.name() : null;
        return (name != null) ? name : this.methods.server();
    }

    /** Returns the error of a call that must not be sent, or {@code null}. */
    @Nullable
    McpConfigurationException refusal(ClientMethod call) {
        return this.mismatches.stream()
                .filter(mismatch ->
                        mismatch.method().equals(call.name()) && mismatch.tool().equals(call.tool()))
                .findFirst()
                .map(mismatch -> new McpConfigurationException(
                        server(),
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
    private static boolean isIncomplete(McpClientStatus status) {
        return status.list(McpMethods.TOOLS_LIST)
                .filter(McpListReport::incomplete)
                .isPresent();
    }

    private void list() {
        McpClient client = this.followed.get();
        if (client == null) {
            return;
        }
        int begun = this.generation;
        BackgroundWork.of(client.reactive().listTools(McpCallOptions.asApplication()))
                .subscribe(tools -> compare(begun, client.status(), tools), this::notCompared);
    }

    private void compare(int begun, McpClientStatus status, List<Tool> tools) {
        if (begun != this.generation) {
            return;
        }
        List<McpToolMismatch> found = SchemaComparison.of(this.methods, tools);
        if (isIncomplete(status)) {
            Set<String> listed = tools.stream().map(Tool::name).collect(Collectors.toSet());
            found = found.stream()
                    .filter(mismatch -> listed.contains(mismatch.tool()))
                    .toList();
        }
        List<McpToolMismatch> known = this.reported;
        this.reported = found;
        this.mismatches = found;
        this.isCompared = true;
        found.stream()
                .filter(mismatch -> !known.contains(mismatch))
                .forEach(mismatch -> logger.warn("MCP server \"{}\": {}", server(), mismatch));
    }
}
