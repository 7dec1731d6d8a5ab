package io.mcpclient.apps;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.extension.McpExtensionContext;
import io.mcpclient.schema.Tool;
import io.mcpclient.support.Loggers;
import io.mcpclient.text.SafeText;

/**
 * Calls of one view to its server. They pass all stages of a call, with the view as the caller.
 *
 * <table>
 * <caption>a call of a tool</caption>
 * <tr><th>tool</th><th>reaction</th></tr>
 * <tr><td>not in the list of the server, or not visible to views</td><td>{@code -32602}, not sent</td></tr>
 * <tr><td>any other</td><td>called: approval, pinning, deadline, limits and audit apply</td></tr>
 * </table>
 *
 * @see "MCP Apps 2026-01-26 (APP-24 to APP-26)"
 */
final class ViewCalls {

    private static final Logger logger = Loggers.TOOLS;

    /** How long a list of tools is used for calls of the view. */
    private static final Duration LIST_AGE = Duration.ofSeconds(30);

    private final McpExtensionContext context;

    private final AppCalls calls;

    private final McpAppView view;

    private final McpAppSettings settings;

    /** For lists, which the client needs. */
    private final McpCallOptions options;

    /** For what the view does. */
    private final McpCallOptions marked;

    private volatile @Nullable Permitted permitted;

    /** Names of the tools that the view may call. */
    private record Permitted(Set<String> tools, long since) {}

    ViewCalls(
            McpExtensionContext context,
            AppCalls calls,
            McpAppView view,
            McpAppSettings settings,
            McpCallOptions options) {
        this.context = context;
        this.calls = calls;
        this.view = view;
        this.settings = settings;
        this.options = options;
        this.marked = options.withCaller("view " + SafeText.excerpt(view.resourceUri()));
    }

    Mono<Object> callTool(Map<?, ?> params) {
        if (!(params.get("name") instanceof String name)) {
            return Mono.error(ViewRefusal.invalid("The name of the tool is missing"));
        }
        Object given = params.get("arguments");
        if (given != null && !(given instanceof Map)) {
            return Mono.error(ViewRefusal.invalid("The arguments are not an object"));
        }
        McpCallOptions used = withMeta(params.get("_meta"));
        return permitted()
                .filter(tools -> tools.contains(name))
                .switchIfEmpty(Mono.error(() -> ViewRefusal.invalid("Unknown tool")))
                .doOnNext(tools -> logger.debug(
                        "MCP server \"{}\": view {} calls tool \"{}\"",
                        this.view.server(),
                        SafeText.excerpt(this.view.resourceUri()),
                        SafeText.excerpt(name)))
                .flatMap(tools -> this.calls.call(name, plain(given), used))
                .<Object>map(result -> result)
                .onErrorMap(McpException.class, ViewCalls::explained);
    }

    private McpCallOptions withMeta(@Nullable Object sent) {
        McpCallOptions used = this.marked;
        if (sent instanceof Map<?, ?> meta) {
            for (String key : this.settings.forwardedMeta()) {
                Object value = meta.get(key);
                used = (value != null) ? used.withMeta(key, value) : used;
            }
        }
        return used;
    }

    @SuppressWarnings("unchecked") // plain JSON has no other maps
    private static Map<String, Object> plain(@Nullable Object arguments) {
        return (arguments != null) ? (Map<String, Object>) arguments : Map.of();
    }

    private Mono<Set<String>> permitted() {
        Permitted recent = this.permitted;
        return (recent != null && this.context.time().since(recent.since()).compareTo(LIST_AGE) < 0)
                ? Mono.just(recent.tools())
                : this.calls
                        .tools(this.options)
                        .map(ViewCalls::forViews)
                        .doOnNext(tools -> this.permitted =
                                new Permitted(tools, this.context.time().nanoTime()));
    }

    private static Set<String> forViews(List<Tool> tools) {
        return tools.stream()
                .filter(tool -> McpAppVisibility.of(tool).app())
                .map(Tool::name)
                .collect(Collectors.toUnmodifiableSet());
    }

    Mono<Object> readResource(Map<?, ?> params) {
        if (!(params.get("uri") instanceof String uri)) {
            return Mono.error(ViewRefusal.invalid("The URI is missing"));
        }
        Mono<Boolean> isPermitted =
                (this.settings.resources() == McpAppResources.ALL_OF_SERVER || uri.startsWith("ui://"))
                        ? Mono.just(true)
                        : this.calls.listed(uri, this.options).hasElement();
        return isPermitted
                .filter(Boolean::booleanValue)
                .switchIfEmpty(Mono.error(() -> ViewRefusal.invalid("Unknown resource")))
                .flatMap(yes -> this.calls.read(uri, this.marked))
                .<Object>map(result -> result)
                .onErrorMap(McpException.class, ViewCalls::explained);
    }

    /** What a view learns of a failure: the error of the server, and no text of this client. */
    private static ViewRefusal explained(McpException error) {
        if (error instanceof McpRequestException answered) {
            return ViewRefusal.of(answered.code(), SafeText.excerpt(answered.serverMessage()));
        }
        return (error instanceof McpRejectedException rejected
                        && rejected.reason() == McpRejectedException.Reason.DENIED)
                ? ViewRefusal.refused("The call was not approved")
                : ViewRefusal.of(ViewRefusal.INTERNAL_ERROR, "The call failed");
    }
}
