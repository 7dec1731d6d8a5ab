package io.mcpclient.internal.client;

import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.mcpclient.call.Blocking;
import io.mcpclient.internal.inbound.McpListeners;
import io.mcpclient.settings.McpClientSettings;
import io.mcpclient.status.McpClientStatus;
import io.mcpclient.status.McpToolPins;
import io.mcpclient.time.TimeSource;

/**
 * Everything that a client does its work with, for one set of settings.
 *
 * @param identities connections, by principal
 * @param lifecycle start and end
 * @param status returns the status
 * @param settings the settings
 * @param listeners listeners for notifications
 * @param blocking waits for results
 * @param pins approved tool definitions, {@code null} if they are not pinned
 * @param extensions APIs of the extensions that are enabled
 * @param time clocks and timers
 */
record ClientInside(
        Identities identities,
        ClientLifecycle lifecycle,
        Supplier<McpClientStatus> status,
        McpClientSettings settings,
        McpListeners listeners,
        Blocking blocking,
        @Nullable McpToolPins pins,
        ExtensionApis extensions,
        TimeSource time) {

    Identity application() {
        return this.identities.application();
    }

    /** The inside of a client and of its reactive view, replaced for both at once. */
    static final class Reference {

        private volatile ClientInside present;

        private Reference(Function<Reference, ClientInside> first) {
            this.present = first.apply(this);
        }

        /** Creates a reference. The first inside may use it later. */
        static Reference of(Function<Reference, ClientInside> first) {
            return new Reference(first);
        }

        ClientInside get() {
            return this.present;
        }

        void set(ClientInside next) {
            this.present = next;
        }
    }
}
