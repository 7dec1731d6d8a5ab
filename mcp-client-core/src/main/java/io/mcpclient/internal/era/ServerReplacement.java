package io.mcpclient.internal.era;

import reactor.core.publisher.Mono;

import io.mcpclient.error.McpException;

/** Detects that the server of one session was replaced by a server of another era. Thread-safe. */
public interface ServerReplacement {

    /** The era is configured: there is no other one. */
    ServerReplacement NONE = new ServerReplacement() {

        @Override
        public boolean isSuspected(McpException error) {
            return false;
        }

        @Override
        public Mono<Boolean> probe() {
            return Mono.just(false);
        }
    };

    /**
     * Returns whether a server of another era could have returned an error. Sends no request.
     * @param error the error of a call that does not mean that the session is lost
     * @return whether to probe the server
     */
    boolean isSuspected(McpException error);

    /**
     * Probes the server, not often. Concurrent callers share the request.
     * @return whether the server was replaced; false if it was probed too recently; never an error
     */
    Mono<Boolean> probe();
}
