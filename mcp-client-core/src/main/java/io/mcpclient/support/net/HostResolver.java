package io.mcpclient.support.net;

import java.net.InetAddress;
import java.util.List;

import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Resolves host names. */
@FunctionalInterface
interface HostResolver {

    /** The resolver of the Java runtime, on a thread that may block. */
    HostResolver SYSTEM = host ->
            Mono.fromCallable(() -> List.of(InetAddress.getAllByName(host))).subscribeOn(Schedulers.boundedElastic());

    /**
     * Resolves a host name.
     * @param host its name
     * @return all its addresses, or {@link java.net.UnknownHostException}
     */
    Mono<List<InetAddress>> resolve(String host);
}
