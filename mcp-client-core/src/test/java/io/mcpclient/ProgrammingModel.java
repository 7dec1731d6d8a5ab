package io.mcpclient;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpException;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.Tool;
import io.mcpclient.status.McpServerDescription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/** The two programming models, so that a test proves what it proves on both of them. */
enum ProgrammingModel {
    BLOCKING {
        @Override
        CallToolResult callTool(McpClient client, McpCallOptions options) {
            return client.callTool("echo", Map.of("city", "Oslo"), options);
        }

        @Override
        List<Tool> listTools(McpClient client) {
            return client.listTools();
        }

        @Override
        McpServerDescription connect(McpClient client) {
            return client.session().connect();
        }

        @Override
        void ping(McpClient client) {
            client.ping();
        }

        @Override
        void notify(McpClient client, String method) {
            client.raw().notify(method, null);
        }

        @Override
        void dispose(McpClient client) {
            client.session().dispose();
        }

        @Override
        void close(McpClient client) {
            client.close();
        }

        @Override
        void reconnect(McpClient client) {
            client.session().reconnect();
        }
    },

    REACTIVE {
        @Override
        CallToolResult callTool(McpClient client, McpCallOptions options) {
            return await(client.reactive().callTool("echo", Map.of("city", "Oslo"), options));
        }

        @Override
        List<Tool> listTools(McpClient client) {
            return await(client.reactive().listTools());
        }

        @Override
        McpServerDescription connect(McpClient client) {
            return await(client.reactive().session().connect());
        }

        @Override
        void ping(McpClient client) {
            end(client.reactive().ping());
        }

        @Override
        void notify(McpClient client, String method) {
            end(client.reactive().raw().notify(method, null));
        }

        @Override
        void dispose(McpClient client) {
            end(client.reactive().session().dispose());
        }

        @Override
        void close(McpClient client) {
            end(client.reactive().close());
        }

        @Override
        void reconnect(McpClient client) {
            await(client.reactive().session().reconnect());
        }
    };

    /** Longer than any deadline of a test: a call that takes this long hangs. */
    private static final Duration HANGING = Duration.ofSeconds(20);

    abstract CallToolResult callTool(McpClient client, McpCallOptions options);

    abstract List<Tool> listTools(McpClient client);

    abstract McpServerDescription connect(McpClient client);

    abstract void ping(McpClient client);

    abstract void notify(McpClient client, String method);

    abstract void dispose(McpClient client);

    abstract void close(McpClient client);

    abstract void reconnect(McpClient client);

    CallToolResult callTool(McpClient client) {
        return callTool(client, McpCallOptions.defaults());
    }

    /** Calls a tool that must fail, and returns how. */
    McpException failedCall(McpClient client) {
        return failedCall(client, McpCallOptions.defaults());
    }

    McpException failedCall(McpClient client, McpCallOptions options) {
        return failure(() -> callTool(client, options));
    }

    static McpException failure(Runnable operation) {
        Throwable thrown = catchThrowable(operation::run);
        assertThat(thrown).isInstanceOf(McpException.class);
        return (McpException) thrown;
    }

    private static <T> T await(Mono<T> mono) {
        @Nullable T value = mono.block(HANGING);
        if (value == null) {
            throw new AssertionError("empty");
        }
        return value;
    }

    private static void end(Mono<Void> mono) {
        mono.block(HANGING);
    }
}
