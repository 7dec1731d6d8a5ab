package io.mcpclient.testkit;

import java.time.Duration;
import java.util.List;

import org.awaitility.Awaitility;

import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolRegistry;

/** A running application with a chat, whose model may call the tools of all configured servers. */
public interface ChatApplication extends AutoCloseable {

    /** How a prompt is answered. */
    enum Way {
        BLOCKING,
        STREAMING
    }

    /** Answers a prompt, with all calls of tools. */
    String chat(String prompt);

    /** Answers a prompt as a stream, and joins it. */
    String stream(String prompt);

    /** Returns the only bean of this type. */
    <T> T bean(Class<T> type);

    @Override
    void close();

    default String ask(Way way, String prompt) {
        return (way == Way.BLOCKING) ? chat(prompt) : stream(prompt);
    }

    /** Waits until the registry has these tools, and their servers are connected. */
    default void awaitTools(String... names) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> bean(McpToolRegistry.class).snapshot().tools().stream()
                        .filter(McpRegisteredTool::available)
                        .map(McpRegisteredTool::name)
                        .toList()
                        .containsAll(List.of(names)));
    }
}
