package io.mcpclient.apps;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.apps.internal.Links;
import io.mcpclient.apps.internal.Rate;
import io.mcpclient.schema.JsonObject;
import io.mcpclient.time.TimeSource;

/**
 * Requests of one view, apart from the handshake. A request for something that the host does not do is unknown.
 *
 * @see "MCP Apps 2026-01-26 (APP-24 to APP-31, APP-34)"
 */
final class ViewRequests {

    private static final int MAX_FILES = 10;

    private static final Object DONE = Map.of();

    private final McpAppSession session;

    private final McpAppHost host;

    private final McpAppSettings settings;

    private final ViewCalls calls;

    private final ViewState state;

    private final Rate chat;

    ViewRequests(
            McpAppSession session,
            McpAppHost host,
            McpAppSettings settings,
            ViewCalls calls,
            ViewState state,
            TimeSource time) {
        this.session = session;
        this.host = host;
        this.settings = settings;
        this.calls = calls;
        this.state = state;
        this.chat = new Rate(settings.maxChatPerMinute(), Duration.ofMinutes(1), time::nanoTime);
    }

    /** Returns the result for the view, or a {@link ViewRefusal}. */
    Mono<Object> handle(String method, Map<?, ?> params) {
        return switch (method) {
            case "ping" -> Mono.just(DONE);
            case "tools/call" -> this.calls.callTool(params);
            case "resources/read" ->
                (this.settings.resources() != McpAppResources.NONE) ? this.calls.readResource(params) : unknown();
            case ViewMethods.OPEN_LINK -> openLink(params);
            case ViewMethods.MESSAGE -> message(params);
            case ViewMethods.UPDATE_MODEL_CONTEXT -> modelContext(params);
            case ViewMethods.REQUEST_DISPLAY_MODE -> displayMode(params);
            case ViewMethods.DOWNLOAD_FILE -> download(params);
            default -> unknown();
        };
    }

    private McpAppView view() {
        return this.session.view();
    }

    private static Mono<Object> unknown() {
        return Mono.error(ViewRefusal::unknownMethod);
    }

    private <T> Mono<Boolean> performed(McpAppAction<T> action, T request) {
        return Mono.defer(() -> action.perform(this.session, request))
                .defaultIfEmpty(false)
                .onErrorReturn(false);
    }

    private <T> Mono<Object> required(McpAppAction<T> action, T request) {
        return performed(action, request)
                .filter(Boolean::booleanValue)
                .map(yes -> DONE)
                .switchIfEmpty(Mono.error(() -> ViewRefusal.refused("The host has refused")));
    }

    private Mono<Object> openLink(Map<?, ?> params) {
        McpAppAction<URI> action = this.host.openLink();
        if (action == null) {
            return unknown();
        }
        URI url = Links.checked(params.get("url"));
        return (url != null) ? required(action, url) : Mono.error(ViewRefusal.refused("The link is not allowed"));
    }

    private Mono<Object> message(Map<?, ?> params) {
        McpAppAction<McpAppMessage> action = this.host.message();
        if (action == null) {
            return unknown();
        }
        String text = text(params.get("content"));
        if (!"user".equals(params.get("role")) || text == null || text.isBlank()) {
            return Mono.error(ViewRefusal.invalid("A message has the role user, and content of type text"));
        }
        if (text.length() > this.settings.maxChatLength()) {
            return Mono.error(ViewRefusal.refused("The message is too long"));
        }
        return this.chat.permits()
                ? required(action, new McpAppMessage(view().server(), view().resourceUri(), text))
                : Mono.error(ViewRefusal.refused("Too many messages"));
    }

    /** Returns the text of one block, or of a list of them; {@code null} if there is any other block. */
    private static @Nullable String text(@Nullable Object content) {
        Collection<?> blocks =
                (content instanceof Collection<?> list) ? list : (content != null) ? List.of(content) : List.of();
        List<String> texts = new ArrayList<>();
        for (Object block : blocks) {
            if (!(block instanceof Map<?, ?> members)
                    || !"text".equals(members.get("type"))
                    || !(members.get("text") instanceof String text)) {
                return null;
            }
            texts.add(text);
        }
        return String.join("\n", texts);
    }

    private Mono<Object> modelContext(Map<?, ?> params) {
        McpAppAction<McpAppModelContext> action = this.host.modelContext();
        if (action == null) {
            return unknown();
        }
        String text = text(params.get("content"));
        Object structured = params.get("structuredContent");
        if (text == null || structured != null && !(structured instanceof Map)) {
            return Mono.error(ViewRefusal.invalid("Context is content of type text, and an object"));
        }
        JsonObject object = (structured instanceof Map<?, ?> members) ? JsonObject.of(plain(members)) : null;
        if (text.length() + ((object != null) ? object.text().length() : 0) > this.settings.maxContextLength()) {
            return Mono.error(ViewRefusal.refused("The context is too long"));
        }
        McpAppModelContext context = new McpAppModelContext(view().server(), view().resourceUri(), text, object);
        return required(action, context).doOnNext(done -> this.state.modelContext(context));
    }

    @SuppressWarnings("unchecked") // plain JSON has no other maps
    private static Map<String, Object> plain(Map<?, ?> members) {
        return (Map<String, Object>) members;
    }

    private Mono<Object> displayMode(Map<?, ?> params) {
        McpAppAction<String> action = this.host.displayMode();
        if (action == null) {
            return unknown();
        }
        if (!(params.get("mode") instanceof String mode)) {
            return Mono.error(ViewRefusal.invalid("The mode is missing"));
        }
        boolean isPossible = HostDescription.modes(this.host).contains(mode) && this.state.declaresMode(mode);
        Mono<Boolean> changed = isPossible ? performed(action, mode) : Mono.just(false);
        return changed.map(yes -> Map.of("mode", this.state.displayMode(yes ? mode : null)));
    }

    private Mono<Object> download(Map<?, ?> params) {
        McpAppAction<List<McpAppDownload>> action = this.host.download();
        if (action == null) {
            return unknown();
        }
        if (!(params.get("contents") instanceof Collection<?> contents)
                || contents.isEmpty()
                || contents.size() > MAX_FILES) {
            return Mono.error(ViewRefusal.invalid("A download has 1 to " + MAX_FILES + " contents"));
        }
        List<McpAppDownload> files = new ArrayList<>();
        long size = 0;
        for (Object content : contents) {
            McpAppDownload file = ViewDownloads.file(content, this.settings.maxDownloadSize() - size);
            if (file == null) {
                return Mono.error(ViewRefusal.refused("Only embedded resources within the limit can be downloaded"));
            }
            files.add(file);
            size += file.bytes().length;
        }
        return required(action, List.copyOf(files));
    }
}
