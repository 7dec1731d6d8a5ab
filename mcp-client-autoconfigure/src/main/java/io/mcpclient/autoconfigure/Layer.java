package io.mcpclient.autoconfigure;

import java.util.function.Function;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import io.mcpclient.autoconfigure.McpProperties.Server;
import io.mcpclient.autoconfigure.McpProperties.ServerDefaults;
import io.mcpclient.error.McpConfigurationException;

/**
 * Settings of one server that override those of all servers. Every value carries the property that it comes from, so that
 * error messages name the line to change.
 *
 * @param name name of the server
 * @param server settings of the server itself
 * @param defaults settings of all servers
 */
record Layer(String name, Server server, ServerDefaults defaults) {

    /** A value and the property that it comes from. */
    record Value<T>(String server, String property, T value) {

        Value<T> check(Predicate<T> rule, String problem, String remedy) {
            if (!rule.test(this.value)) {
                throw invalid(problem, remedy);
            }
            return this;
        }

        McpConfigurationException invalid(String problem, String remedy) {
            return new McpConfigurationException(this.server, this.property, problem, remedy);
        }
    }

    /** Returns the value of the server, else that of all servers, else the built-in one. */
    <T> Value<T> get(String key, Function<ServerDefaults, @Nullable T> getter, T builtIn) {
        Value<T> value = find(key, getter);
        return (value != null) ? value : new Value<>(this.name, property(key), builtIn);
    }

    /** Returns the value of the server, else that of all servers. */
    <T> @Nullable Value<T> find(String key, Function<ServerDefaults, @Nullable T> getter) {
        T own = getter.apply(this.server);
        if (own != null) {
            return new Value<>(this.name, property(key), own);
        }
        T shared = getter.apply(this.defaults);
        return (shared != null) ? new Value<>(this.name, "mcp.defaults." + key, shared) : null;
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
