package io.mcpclient.registry;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.call.McpCacheUse;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.schema.ServerCapabilities;

/**
 * Definition of what a registry lists from each server.
 *
 * @param what plural noun for messages, for example {@code tools}
 * @param methods list methods, for example {@code tools/list}
 * @param nothing the empty list, for a server without the capability
 * @param isOffered whether a server declares the capability; otherwise it is not queried (CAP-07)
 * @param list lists the items of a server
 * @param onChange creates a listener that runs an action when a server notifies of a list change
 * @param memory returns the memory of a server's list across restarts
 * @param <L> type of the list
 */
record Listing<L>(
        String what,
        List<String> methods,
        L nothing,
        Predicate<ServerCapabilities> isOffered,
        Function<ReactiveMcpClient, Mono<L>> list,
        Function<Runnable, McpChangeListener> onChange,
        Function<McpClient, Memory<L>> memory) {

    /**
     * Storage of lists across restarts.
     *
     * @param load loads the last list; empty if there is none; never an error
     * @param keep stores a new list; does not block
     */
    record Memory<L>(Mono<L> load, Consumer<L> keep) {

        /** Stores nothing. */
        static <L> Memory<L> none() {
            return new Memory<>(Mono.empty(), list -> {});
        }
    }

    /** A registry lists when something may have changed, so it bypasses the response cache (CACHE-10). */
    static final McpCallOptions FRESH = McpCallOptions.defaults().withCache(McpCacheUse.REFRESH);

    static McpChangeListener ofTools(Runnable changed) {
        return new McpChangeListener() {
            @Override
            public void onToolsChanged(String serverName) {
                changed.run();
            }
        };
    }

    static McpChangeListener ofPrompts(Runnable changed) {
        return new McpChangeListener() {
            @Override
            public void onPromptsChanged(String serverName) {
                changed.run();
            }
        };
    }

    static McpChangeListener ofResources(Runnable changed) {
        return new McpChangeListener() {
            @Override
            public void onResourcesChanged(String serverName) {
                changed.run();
            }
        };
    }
}
