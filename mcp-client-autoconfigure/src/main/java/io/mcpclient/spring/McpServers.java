package io.mcpclient.spring;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.mcpclient.McpClient;
import io.mcpclient.call.RequiredArgument;

/**
 * Changes the MCP servers of an application while it runs. Servers have the keys of {@code mcp.servers.<name>}, the defaults of
 * {@code mcp.defaults} other than credentials, and the handlers, interceptors, customizers and observation of the application. Clients that were
 * injected before continue with the new settings of their server; calls in flight complete with the old ones. The settings of
 * {@code mcp.tools} are those of the start. Thread-safe; no method waits for a server, and only {@link #discover} and {@link #preview}
 * wait for documents. An argument that is {@code null} is a {@link io.mcpclient.error.McpRejectedException}.
 */
public interface McpServers {

    /**
     * Adds a server. Values are final: placeholders are not resolved, and nothing in a value reads properties or environment
     * variables. For placeholders, call {@link org.springframework.core.env.Environment#resolvePlaceholders} on text of the
     * application itself. Take only the values from users of the application, never the keys: {@code command} runs a program,
     * {@code auth.token-file} reads a file. Credentials in {@code mcp.defaults} ({@code auth}, {@code headers}, {@code env},
     * {@code inherit-env}, {@code ssl}) and {@code McpCredentials} beans for all servers do not apply, unless
     * {@code inherit-credentials} is {@code true}; credentials of a proxy are for the proxy, and do apply. A {@code url} is configuration, and SSRF protection for URLs that servers supply does
     * not apply to it; set {@code public-addresses-only} for the URL of a user.
     * @param name name of the server
     * @param properties the keys of {@code mcp.servers.<name>} with their values, for example {@code url} or
     *     {@code headers.X-Tenant}: text, numbers, booleans, lists and maps of them
     * @return its client, which connects in the background unless {@code start} is {@code lazy}
     * @throws io.mcpclient.error.McpConfigurationException if a key or a value is not valid, or the policy refuses the server, see
     *     {@link McpServerPolicy}
     * @throws io.mcpclient.error.McpRejectedException if there is a server of that name
     */
    McpClient add(String name, Map<String, ?> properties);

    /**
     * Adds a server that is looked up in the registry of {@code mcp.registry}: {@link #add} with {@code registry} and {@code inputs}. The
     * name of the server is the last part of its name in the registry. A package runs a command, which needs consent: show
     * the {@link #preview}, and call {@link #add} with {@code consent}.
     * @param name name in the registry, such as {@code com.example/orders}
     * @param version exact version
     * @param inputs values of its inputs by name; they override {@code mcp.inputs}
     * @return its client, which looks up and connects in the background; a failure is in its status
     * @throws io.mcpclient.error.McpConfigurationException if the module for extensions is missing
     * @throws io.mcpclient.error.McpRejectedException if there is a server of that name
     */
    default McpClient addFromRegistry(String name, String version, Map<String, String> inputs) {
        RequiredArgument.of("", "addFromRegistry", "name", name);
        RequiredArgument.of("", "addFromRegistry", "inputs", inputs);
        String server = name.substring(name.lastIndexOf('/') + 1);
        return add(server, Map.of("registry", name + "@" + version, "inputs", inputs));
    }

    /**
     * Reads the catalogs of a domain, to let a person choose a server. Add it with {@code card} set to {@link Offer#card()}. Blocks up to
     * {@code mcp.discovery.total-timeout}.
     * @param domain domain, such as {@code example.com}
     * @return the servers that they offer; nothing about them was verified
     * @throws io.mcpclient.error.McpException if the domain has no catalog, or none can be read
     */
    Offers discover(String domain);

    /**
     * Looks up what a server with {@code card}, {@code domain} or {@code registry} would contact or run, without doing either. Blocks
     * for the time of the lookup.
     * @param name name of the server
     * @param properties the keys of {@code mcp.servers.<name>} with their values, as for {@link #add}
     * @return what to show to a person before the server is added
     * @throws io.mcpclient.error.McpConfigurationException if a key or a value is not valid
     * @throws io.mcpclient.error.McpException if the lookup fails
     */
    Preview preview(String name, Map<String, ?> properties);

    /**
     * Reads the servers in the content of a file of another program, such as Claude Desktop, Cursor or VS Code, as those of
     * {@code mcp.config-locations} are read, to let a person choose: nothing is contacted, started or added. Variables of the environment
     * and files that the content names are read, but not shown: only text of people who may add servers is to be passed.
     * @param content JSON, at most 1 MB
     * @param inputs values of its inputs by id; they override {@code mcp.inputs}
     * @return what to show of each server, by its name, in the order of the file. The description has the texts of the file, with names
     *     of variables instead of their values, and what is missing; without a {@link Preview#consent()} the server cannot be added
     * @throws io.mcpclient.error.McpConfigurationException if the content as a whole is not valid
     */
    Map<String, Preview> previewFile(String content, Map<String, String> inputs);

    /**
     * Adds a server of the content of a file, see {@link #add} and {@link #previewFile}.
     * @param content the content that was shown
     * @param name name of the server
     * @param inputs values of its inputs by id
     * @param consent the consent of its preview
     * @return its client, which connects in the background
     * @throws io.mcpclient.error.McpConfigurationException if the entry is not valid, is not what was shown, or the policy refuses it
     * @throws io.mcpclient.error.McpRejectedException if there is a server of that name
     */
    McpClient addFromFile(String content, String name, Map<String, String> inputs, String consent);

    /**
     * Replaces all settings of a server.
     * @param name name of the server
     * @param properties the keys of {@code mcp.servers.<name>} with their values, which are final, without the
     *     credentials of {@code mcp.defaults}, see {@link #add}
     * @return its client
     * @throws io.mcpclient.error.McpConfigurationException if a key or a value is not valid, or the policy refuses the server; nothing
     *     is changed
     * @throws io.mcpclient.error.McpRejectedException if there is no server of that name, or it is disabled
     */
    McpClient replace(String name, Map<String, ?> properties);

    /**
     * Removes a server. Its calls in flight complete within {@code shutdown-timeout}, new ones are rejected.
     * @param name name of the server
     * @return whether there was a server of that name
     */
    boolean remove(String name);

    /**
     * Disables a server until it is enabled again, or the application is started again: its tools are no longer offered, its
     * calls in flight complete, and new ones are rejected.
     * @param name name of the server
     * @return whether there is an enabled server of that name
     */
    boolean disable(String name);

    /**
     * Enables a server that was disabled. Clients that were injected before can be used again.
     * @param name name of the server
     * @return whether there is a disabled server of that name
     * @throws io.mcpclient.error.McpConfigurationException if the policy has changed and refuses the server now
     */
    boolean enable(String name);

    /**
     * Returns the servers that were disabled.
     * @return the names, in order
     */
    Set<String> disabled();

    /**
     * Binds {@code mcp.servers}, {@code mcp.defaults}, {@code mcp.policy} and the files of {@code mcp.config-locations} again, and
     * adds, replaces and removes the servers that have changed since. Other servers are left alone, those that were added here
     * included, unless the policy refuses them now: then they are disabled. A configured server that was removed or replaced here stays
     * removed or replaced until its properties or {@code mcp.defaults} change. Clients that were injected for a server that this
     * method removes can be used again when a server of that name is added.
     * @return what was changed
     * @throws io.mcpclient.error.McpConfigurationException if a setting is not valid or does not exist, or a server that a bean names
     *     is not configured any more; no server is changed
     */
    Changes reload();

    /**
     * What was changed.
     *
     * @param added names of added servers
     * @param replaced names of servers whose settings were replaced
     * @param removed names of removed servers, and of those that are disabled because the policy refuses them
     */
    record Changes(Set<String> added, Set<String> replaced, Set<String> removed) {

        /** Whether nothing was changed. */
        public boolean isEmpty() {
            return this.added.isEmpty() && this.replaced.isEmpty() && this.removed.isEmpty();
        }
    }

    /**
     * Servers that the catalogs of a domain offer.
     *
     * @param servers the servers, in the order of the catalogs
     * @param problems what could not be read, each printable
     */
    record Offers(List<Offer> servers, List<String> problems) {

        /** Copies the lists. */
        public Offers {
            servers = List.copyOf(servers);
            problems = List.copyOf(problems);
        }
    }

    /**
     * A server that a catalog offers. Names can be imitated: show them with the domain.
     *
     * @param identifier identifier in the catalog
     * @param displayName name for display
     * @param publisherDomain domain of the publisher
     * @param version version, or {@code null}
     * @param card URL of its card, {@code null} if it is part of the catalog
     * @param warnings what a person should know, each printable
     */
    record Offer(
            String identifier,
            String displayName,
            String publisherDomain,
            @Nullable String version,
            @Nullable URI card,
            List<String> warnings) {

        /** Copies the list. */
        public Offer {
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * What a server would contact or run.
     *
     * @param name name that its publisher gave it, a label; empty while inputs are missing
     * @param version its version; empty while inputs are missing
     * @param source URL of the card, or name of the registry; empty while inputs are missing
     * @param description URL or command line, and names of headers and variables, without secrets; while inputs are missing, what is
     *     missing
     * @param isProcess whether it is a command
     * @param consent value of {@code consent} that permits exactly this; {@code null} while inputs are missing
     * @param warnings what a person should know, each printable
     * @param inputs its inputs
     */
    record Preview(
            String name,
            String version,
            String source,
            String description,
            boolean isProcess,
            @Nullable String consent,
            List<String> warnings,
            List<Input> inputs) {

        /** Copies the lists. */
        public Preview {
            warnings = List.copyOf(warnings);
            inputs = List.copyOf(inputs);
        }

        /**
         * Returns the preview of a server whose inputs are missing.
         * @param problem what is missing
         * @param inputs its inputs
         * @return the preview
         */
        public static Preview incomplete(String problem, List<Input> inputs) {
            return new Preview("", "", "", problem, false, null, List.of(), inputs);
        }
    }

    /**
     * An input of a server.
     *
     * @param name name for {@code inputs}
     * @param place where the value is used, such as {@code header X-Api-Key}
     * @param description description of the publisher, untrusted, or {@code null}
     * @param required whether the server cannot be used without it
     * @param secret whether it must not be shown
     * @param defaultValue value if none is given, or {@code null}
     * @param choices the possible values; empty for any
     * @param given whether there is a value
     */
    record Input(
            String name,
            String place,
            @Nullable String description,
            boolean required,
            boolean secret,
            @Nullable String defaultValue,
            List<String> choices,
            boolean given) {

        /** Copies the list. */
        public Input {
            choices = List.copyOf(choices);
        }
    }
}
