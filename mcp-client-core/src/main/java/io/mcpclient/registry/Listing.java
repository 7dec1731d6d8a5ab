package io.mcpclient.registry;

import java.util.function.Function;
import java.util.function.Predicate;

import reactor.core.publisher.Mono;

import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.schema.ServerCapabilities;

/**
 * What a registry wants to know of each server.
 *
 * @param what word for it in messages, for example {@code tools}
 * @param nothing what is known of a server that offers none
 * @param isOffered whether a server offers any; one that does not is not asked (CAP-07)
 * @param list asks a server
 * @param <L> what is listed
 */
record Listing<L>(
        String what, L nothing, Predicate<ServerCapabilities> isOffered, Function<ReactiveMcpClient, Mono<L>> list) {}
