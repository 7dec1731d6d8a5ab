package io.mcpclient.apps;

import java.time.Duration;
import java.util.List;
import java.util.Map;

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

    private final McpCallOptions options;

    private volatile @Nullable Listed listed;

    private record Listed(List<Tool> tools, long since) {}

    ViewCalls(McpExtensionContext context, AppCalls calls, McpCallOptions options) {
        this.context = context;
        this.calls = calls;
        this.options = options;
    }

    Mono<Object> callTool(McpAppView view, Map<?, ?> params, McpAppSettings settings) {
        if (!(params.get("name") instanceof String name)) {
            return Mono.error(ViewRefusal.invalid("The name of the tool is missing"));
        }
        Object given = params.get("arguments");
        if (given != null && !(given instanceof Map)) {
            return Mono.error(ViewRefusal.invalid("The arguments are not an object"));
        }
        McpCallOptions marked = marked(view);
        for (String key : settings.forwardedMeta()) {
            if (params.get("_meta") instanceof Map<?, ?> meta && meta.get(key) != null) {
                marked = marked.withMeta(key, meta.get(key));
            }
        }
        McpCallOptions used = marked;
        return tools().filter(tools -> tools.stream()
                        .anyMatch(tool -> tool.name().equals(name)
                                && McpAppVisibility.of(tool).app()))
                .switchIfEmpty(Mono.error(() -> ViewRefusal.invalid("Unknown tool")))
                .doOnNext(tools -> logger.debug(
                        "MCP server \"{}\": view {} calls tool \"{}\"",
                        view.server(),
                        SafeText.excerpt(view.resourceUri()),
                        SafeText.excerpt(name)))
                .flatMap(tools -> this.calls.call(name, plain(given), used))
                .<Object>map(result -> result)
                .onErrorMap(McpException.class, ViewCalls::explained);
    }

    @SuppressWarnings("unchecked") // plain JSON has no other maps
    private static Map<String, Object> plain(@Nullable Object arguments) {
        return (arguments != null) ? (Map<String, Object>) arguments : Map.of();
    }

    private McpCallOptions marked(McpAppView view) {
        return this.options.withCaller("view " + SafeText.excerpt(view.resourceUri()));
    }

    private Mono<List<Tool>> tools() {
        Listed recent = this.listed;
        return (recent != null && this.context.time().since(recent.since()).compareTo(LIST_AGE) < 0)
                ? Mono.just(recent.tools())
                : this.calls
                        .tools(this.options)
                        .doOnNext(tools -> this.listed =
                                new Listed(tools, this.context.time().nanoTime()));
    }

    Mono<Object> readResource(McpAppView view, Map<?, ?> params, McpAppSettings settings) {
        if (!(params.get("uri") instanceof String uri)) {
            return Mono.error(ViewRefusal.invalid("The URI is missing"));
        }
        Mono<Boolean> permitted = (settings.resources() == McpAppResources.ALL_OF_SERVER || uri.startsWith("ui://"))
                ? Mono.just(true)
                : this.calls.listed(uri, this.options).hasElement();
        return permitted
                .filter(Boolean::booleanValue)
                .switchIfEmpty(Mono.error(() -> ViewRefusal.invalid("Unknown resource")))
                .flatMap(yes -> this.calls.read(uri, marked(view)))
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
