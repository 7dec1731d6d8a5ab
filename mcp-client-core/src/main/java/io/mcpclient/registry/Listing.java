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
 * What a registry wants to know of each server.
 *
 * @param what word for it in messages, for example {@code tools}
 * @param methods methods that list, for example {@code tools/list}
 * @param nothing what is known of a server that offers none
 * @param isOffered whether a server offers any; one that does not is not asked (CAP-07)
 * @param list asks a server
 * @param onChange makes a listener that runs something when a server says that the list has changed
 * @param memory finds what is remembered of a server across restarts
 * @param <L> what is listed
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
     * Where lists are remembered across restarts.
     *
     * @param load brings the last one; empty if there is none; never an error
     * @param keep takes a new one; does not block
     */
    record Memory<L>(Mono<L> load, Consumer<L> keep) {

        /** Remembers nothing. */
        static <L> Memory<L> none() {
            return new Memory<>(Mono.empty(), list -> {});
        }
    }

    /** A registry lists when something may have changed: memory has nothing to say to that (CACHE-10). */
    static final McpCallOptions ANEW = McpCallOptions.defaults().withCache(McpCacheUse.REFRESH);

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
