package io.mcpclient.spring;

import java.net.URI;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Decides which servers an application may use. A bean of this type is asked for each server in properties, in files of {@code
 * mcp.config-locations} and added or replaced at run time. It gets the decision of the patterns of {@code mcp.policy} and may decide
 * otherwise; of several beans each gets the decision of the previous one. They are created before the clients, so they cannot depend
 * on one. Implementations are thread-safe.
 */
@FunctionalInterface
public interface McpServerPolicy {

    /**
     * Checks a server before its client is created. May be called several times for the same server, at startup and on any thread that
     * changes servers, which waits for the result.
     * @param target the server
     * @param refusal why it would be refused, or {@code null} if it would be allowed
     * @return {@code refusal} to agree; else why it is refused, such as "the catalogue does not list it", without secrets; {@code null} if it is allowed
     */
    @Nullable
    String refusal(Target target, @Nullable String refusal);

    /**
     * A server to check, with either a URL or a command. A server of a card, a domain or a registry is checked when it was found. {@code toString} shows the name only.
     *
     * @param serverName configured name
     * @param url its URL, {@code lb://service/path} for a service of Spring Cloud, {@code unix:/run/server.sock}
     *     for a Unix domain socket, or {@code null}. The addresses that a resolver
     *     or Spring Cloud returns later are not checked
     * @param command its program, or {@code null}
     * @param args arguments of the program; may contain secrets
     * @param variables names of the environment variables that are set for the program
     * @param registryEntry name and version of the registry entry that the server was found by, such as {@code
     *     com.example/orders@1.4.0}, or {@code null}. The registry vouches for the name, not for what the server does
     */
    record Target(
            String serverName,
            @Nullable URI url,
            @Nullable String command,
            List<String> args,
            Set<String> variables,
            @Nullable String registryEntry) {

        @Override
        public String toString() {
            return "Target[" + this.serverName + "]";
        }
    }
}
