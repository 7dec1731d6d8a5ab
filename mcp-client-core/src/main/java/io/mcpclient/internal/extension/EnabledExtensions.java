package io.mcpclient.internal.extension;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

import io.mcpclient.call.McpCall;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.extension.McpExtension;
import io.mcpclient.extension.McpExtensionMethod;
import io.mcpclient.schema.ClientCapabilities;
import io.mcpclient.status.McpExtensionStatus;
import io.mcpclient.status.McpServerDescription;
import io.mcpclient.support.Loggers;
import io.mcpclient.text.SafeText;
import io.mcpclient.transport.McpIgnoredMessages;

/**
 * The extensions that are enabled for one client: declares them, and refuses calls of their methods that the server does not offer.
 *
 * <table>
 * <caption>what a server declares for an extension</caption>
 * <tr><th>value</th><th>meaning</th></tr>
 * <tr><td>none</td><td>not declared</td></tr>
 * <tr><td>no JSON object</td><td>not declared; counted, and logged once</td></tr>
 * <tr><td>an object with an unknown {@code revision}</td><td>not declared; counted, and logged once</td></tr>
 * <tr><td>any other object</td><td>declared; unknown members are ignored</td></tr>
 * </table>
 *
 * Thread-safe.
 *
 * @see "MCP extensions, overview (EXT-01 to EXT-07)"
 */
public final class EnabledExtensions {

    private static final Logger logger = Loggers.MESSAGES;

    /** A client without extensions. */
    public static final EnabledExtensions NONE = new EnabledExtensions(List.of(), new McpIgnoredMessages(""));

    private final List<McpExtension<?, ?>> extensions;

    private final Map<String, Method> methods = new LinkedHashMap<>();

    private final McpIgnoredMessages ignored;

    private final Set<String> logged = ConcurrentHashMap.newKeySet();

    /** What the client has declared besides in its session, such as tasks and extensions of its authorization. */
    private volatile Set<String> others = Set.of();

    /** A method and the extension that it belongs to. */
    private record Method(McpExtension<?, ?> extension, McpExtensionMethod method) {}

    /**
     * Creates the extensions of one client.
     * @param extensions the extensions
     * @param ignored counts declarations that are ignored
     */
    public EnabledExtensions(List<McpExtension<?, ?>> extensions, McpIgnoredMessages ignored) {
        this.extensions = extensions;
        this.ignored = ignored;
        extensions.forEach(extension ->
                extension.methods().forEach(method -> this.methods.put(method.name(), new Method(extension, method))));
    }

    /**
     * Adds the extensions to what the client declares.
     * @param offered capabilities without them
     * @param others identifiers of extensions that the application has not enabled, but are in use
     * @return the capabilities to declare, the same if there are no extensions
     */
    public ClientCapabilities addTo(ClientCapabilities offered, Set<String> others) {
        if (!this.others.equals(others)) {
            this.others = Set.copyOf(others);
        }
        ClientCapabilities declared = offered;
        for (McpExtension<?, ?> extension : this.extensions) {
            declared = declared.withExtension(extension.identifier(), extension.settings());
        }
        for (String other : others) {
            declared = declared.withExtension(other, Map.of());
        }
        return declared;
    }

    /**
     * Returns the extensions that client or server have declared.
     * @param server the server's description of itself, {@code null} before the first connection
     * @return the enabled extensions, then those of the server in its order
     */
    public List<McpExtensionStatus> status(@Nullable McpServerDescription server) {
        Map<String, Object> offered = (server != null) ? server.capabilities().extensions() : Map.of();
        Map<String, McpExtensionStatus> all = new LinkedHashMap<>();
        this.extensions.forEach(extension ->
                all.put(extension.identifier(), status(extension.identifier(), offered, true, extension.revisions())));
        this.others.forEach(identifier -> all.putIfAbsent(identifier, status(identifier, offered, true, null)));
        offered.keySet().forEach(identifier -> all.putIfAbsent(identifier, status(identifier, offered, false, null)));
        return List.copyOf(all.values());
    }

    private static McpExtensionStatus status(
            String identifier, Map<String, Object> offered, boolean declared, @Nullable Set<String> revisions) {
        if (!offered.containsKey(identifier)) {
            return new McpExtensionStatus(identifier, McpExtensionStatus.Use.CLIENT_ONLY, null, null);
        }
        Object value = offered.get(identifier);
        String problem = problem(value, revisions);
        McpExtensionStatus.Use use = !declared
                ? McpExtensionStatus.Use.SERVER_ONLY
                : (problem != null) ? McpExtensionStatus.Use.CLIENT_ONLY : McpExtensionStatus.Use.USED;
        return new McpExtensionStatus(identifier, use, (problem == null) ? plain(value) : null, problem);
    }

    @SuppressWarnings("unchecked") // plain JSON has no other maps
    private static @Nullable Map<String, Object> plain(@Nullable Object value) {
        return (Map<String, Object>) value;
    }

    /** Returns why a declaration does not count. */
    private static @Nullable String problem(@Nullable Object value, @Nullable Set<String> revisions) {
        if (!(value instanceof Map<?, ?> settings)) {
            return "its settings are not a JSON object";
        }
        return (revisions != null
                        && settings.get("revision") instanceof String revision
                        && !revisions.contains(revision))
                ? "this client does not know its revision \"" + SafeText.excerpt(revision) + "\""
                : null;
    }

    /**
     * Returns why a call must not be sent.
     * @param call the call
     * @param server the server's description of itself
     * @return the rejection, {@code null} if the call may be sent
     */
    public @Nullable McpException refusal(McpCall call, McpServerDescription server) {
        Method method = this.methods.get(call.method());
        if (method == null) {
            return null;
        }
        String identifier = method.extension().identifier();
        Map<?, ?> settings = declared(call.serverName(), method.extension(), server);
        if (settings == null) {
            return rejected(call, "the server has not declared the extension " + identifier);
        }
        return method.method().isOffered(settings)
                ? null
                : rejected(
                        call,
                        "the server has not declared \"" + method.method().requiredSetting()
                                + "\": true for the extension " + identifier);
    }

    /** The settings in effect, {@code null} if the extension is not declared. */
    private @Nullable Map<?, ?> declared(String serverName, McpExtension<?, ?> extension, McpServerDescription server) {
        Map<String, Object> all = server.capabilities().extensions();
        String identifier = extension.identifier();
        if (!all.containsKey(identifier)) {
            return null;
        }
        String problem = problem(all.get(identifier), extension.revisions());
        if (problem != null) {
            ignore(serverName, identifier, problem);
            return null;
        }
        return plain(all.get(identifier));
    }

    private void ignore(String serverName, String identifier, String reason) {
        if (this.logged.add(identifier + reason)) {
            this.ignored.countExpected(McpIgnoredMessages.Reason.NOT_NEGOTIATED, identifier + ": " + reason);
            logger.warn("MCP server \"{}\": the extension {} is not used, because {}", serverName, identifier, reason);
        }
    }

    private static McpException rejected(McpCall call, String problem) {
        return new McpRejectedException(
                McpErrorDetails.of(call.serverName(), call.method(), McpOutcome.NOT_SENT, problem)
                        .withRemedy("Use a server that offers it, or do not call this method."),
                McpRejectedException.Reason.UNSUPPORTED);
    }
}
