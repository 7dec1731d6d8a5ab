package io.mcpclient.console.internal.web;

import org.jspecify.annotations.Nullable;

/** A part of the console with requests of its own. */
@FunctionalInterface
public interface Area {

    /** Names the requests. */
    void addTo(Requests requests);

    /** Handles a request. */
    @FunctionalInterface
    interface Handler {

        /**
         * Handles a request.
         * @return what is written as JSON; {@code null} for nothing
         */
        @Nullable
        Object handle(ConsoleRequest request);
    }

    /** Table of requests below {@code api}. */
    interface Requests {

        /** Adds a request that changes nothing and calls no server. */
        Requests get(String path, Handler handler);

        /** Adds a request that changes something or calls a server. */
        Requests post(String path, Handler handler);
    }
}
