package io.mcpclient.autoconfigure.settings;

import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;
import org.springframework.util.unit.DataSize;

import io.mcpclient.autoconfigure.properties.ServerProperties;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.settings.McpEndpointSettings;
import io.mcpclient.settings.McpProcessSettings;
import io.mcpclient.spring.McpConnectionDetails;

/**
 * Settings of one server that override those of all servers. Every value carries the property that it comes from, so that
 * error messages name the line to change. Credentials of all servers apply only if the server inherits them.
 *
 * @param name name of the server
 * @param server settings of the server itself
 * @param defaults settings of all servers
 * @param application settings of the application's HTTP for all servers, beside the defaults
 * @param details connection details that replace the address of the server, or {@code null}
 * @param planned endpoint that was looked up for the server, or {@code null} if its properties have the address
 */
public record Layer(
        String name,
        ServerProperties server,
        ServerProperties defaults,
        ServerProperties application,
        @Nullable McpConnectionDetails details,
        @Nullable McpEndpointSettings planned) {

    /** Settings that identify the application to a server, or give it secrets; those of {@code auth.} as well. */
    private static final Set<String> CREDENTIALS = Set.of("headers", "env", "inherit-env", "ssl.bundle");

    /**
     * A value and the property that it comes from.
     *
     * @param <T> type of the value
     * @param server name of the server
     * @param property property that the value comes from
     * @param value value
     */
    public record Value<T>(String server, String property, T value) {

        Value<T> check(Predicate<T> rule, String problem, String remedy) {
            if (!rule.test(this.value)) {
                throw invalid(problem, remedy);
            }
            return this;
        }

        /**
         * Creates an exception for the property.
         * @param problem predicate that says what is wrong
         * @param remedy what to change
         * @return the exception, which does not quote the value
         */
        public McpConfigurationException invalid(String problem, String remedy) {
            return new McpConfigurationException(this.server, this.property, problem, remedy);
        }
    }

    /** Returns a copy with an endpoint that was looked up. */
    Layer withPlanned(McpEndpointSettings planned) {
        return new Layer(this.name, this.server, this.defaults, this.application, this.details, planned);
    }

    /** Returns whether the server is a process. */
    boolean isProcess() {
        return (this.planned != null)
                ? this.planned instanceof McpProcessSettings
                : this.details == null && StringUtils.hasText(this.server.command());
    }

    /** Returns the value of the server, else that of all servers, else the built-in one. */
    <T> Value<T> get(String key, Function<ServerProperties, @Nullable T> getter, T builtIn) {
        Value<T> value = find(key, getter);
        return (value != null) ? value : new Value<>(this.name, property(key), builtIn);
    }

    /** Returns the value of the server, else that of all servers. */
    <T> @Nullable Value<T> find(String key, Function<ServerProperties, @Nullable T> getter) {
        T own = getter.apply(this.server);
        if (own != null) {
            return new Value<>(this.name, property(key), own);
        }
        T shared = getter.apply(defaults(key));
        if (shared == null) {
            shared = getter.apply(inherited(key, this.application));
        }
        return (shared != null) ? new Value<>(this.name, "mcp.defaults." + key, shared) : null;
    }

    /** Returns the settings of all servers that apply to a key of this server. */
    ServerProperties defaults(String key) {
        return inherited(key, this.defaults);
    }

    private ServerProperties inherited(String key, ServerProperties shared) {
        boolean isCredential = CREDENTIALS.contains(key) || key.startsWith("auth.");
        return (isCredential && !inheritsCredentials()) ? ServerProperties.NONE : shared;
    }

    /**
     * Returns whether this server, or all servers, have any property of a group. Most have none, and then nothing of the group is
     * looked at: at the start of an application, each reference to a property takes time of its own.
     */
    boolean hasAny(Function<ServerProperties, Object> group) {
        Object none = group.apply(ServerProperties.NONE);
        return !group.apply(this.server).equals(none)
                || !group.apply(this.defaults).equals(none)
                || !group.apply(this.application).equals(none);
    }

    boolean inheritsCredentials() {
        return !Boolean.FALSE.equals(this.server.inheritCredentials());
    }

    /**
     * Lays the values of this server over settings, one after the other. The settings check each value; an error names the
     * property that it comes from.
     *
     * @param <S> type of the settings
     */
    record Over<S>(Layer layer, S settings) {

        <T> Over<S> set(String key, Function<ServerProperties, @Nullable T> getter, BiFunction<S, T, S> change) {
            Value<T> value = this.layer.find(key, getter);
            if (value == null) {
                return this;
            }
            try {
                return new Over<>(this.layer, change.apply(this.settings, value.value()));
            } catch (McpConfigurationException ex) {
                throw ex.at(value.server(), value.property());
            }
        }

        /** Sets a size in bytes. */
        Over<S> size(
                String key, Function<ServerProperties, @Nullable DataSize> getter, BiFunction<S, Integer, S> change) {
            return set(key, getter, (before, size) -> change.apply(before, bytes(key, size)));
        }

        private static int bytes(String key, DataSize size) {
            if (size.toBytes() > Integer.MAX_VALUE) {
                throw new McpConfigurationException("", key, "is " + size, "Use a size from 1KB to 2047MB.");
            }
            return Math.toIntExact(size.toBytes());
        }
    }

    <S> Over<S> over(S settings) {
        return new Over<>(this, settings);
    }

    /** Rejects a property of the server itself that conflicts with other properties. */
    void refuse(String key, boolean isSet, String problem, String remedy) {
        if (isSet) {
            throw new McpConfigurationException(this.name, property(key), problem, remedy);
        }
    }

    /** Returns the name of a property of the server itself. */
    String property(String key) {
        return "mcp.servers." + this.name + "." + key;
    }
}
