package io.mcpclient.net;

import java.net.InetAddress;
import java.util.List;

import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Finds the addresses of hosts. */
@FunctionalInterface
interface HostResolver {

    /** As the Java runtime does it, on a thread that may wait. */
    HostResolver SYSTEM = host ->
            Mono.fromCallable(() -> List.of(InetAddress.getAllByName(host))).subscribeOn(Schedulers.boundedElastic());

    /**
     * Finds the addresses of a host.
     * @param host its name
     * @return all of them, or {@link java.net.UnknownHostException}
     */
    Mono<List<InetAddress>> resolve(String host);
}
