package io.mcpclient.apps;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.call.RequiredArgument;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.extension.McpExtensionContext;
import io.mcpclient.schema.Tool;

/** The views of one server. */
final class DefaultReactiveMcpApps implements ReactiveMcpApps {

    private static final String SCHEME = "ui://";

    private static final int MAX_URI = 2048;

    private final McpExtensionContext context;

    private final McpAppSettings settings;

    private final AppErrors errors;

    private final AppDocuments documents;

    private final AppSessions sessions;

    DefaultReactiveMcpApps(McpExtensionContext context, McpAppSettings settings) {
        AppCalls calls = new AppCalls(context);
        this.context = context;
        this.settings = settings;
        this.errors = new AppErrors(context.serverName());
        this.documents = new AppDocuments(context, settings, calls);
        this.sessions = new AppSessions(context, settings, calls);
    }

    @Override
    public McpAppSettings settings() {
        return this.settings;
    }

    @Override
    public Optional<McpAppView> view(Tool tool) {
        RequiredArgument.of(this.errors.server(), "view", "tool", tool);
        Object uri = resourceUri(tool.meta());
        return (uri instanceof String text
                        && text.startsWith(SCHEME)
                        && text.length() > SCHEME.length()
                        && text.length() <= MAX_URI)
                ? Optional.of(new McpAppView(this.errors.server(), tool, text, McpAppVisibility.of(tool)))
                : Optional.empty();
    }

    /** The nested member takes precedence over the deprecated flat one. */
    private static @Nullable Object resourceUri(@Nullable Map<String, Object> meta) {
        if (meta == null) {
            return null;
        }
        Object nested = (meta.get("ui") instanceof Map<?, ?> ui) ? ui.get("resourceUri") : null;
        return (nested != null) ? nested : meta.get("ui/resourceUri");
    }

    private void checkServer(String operation, String server) {
        if (!server.equals(this.errors.server())) {
            throw this.errors.rejected(
                    operation,
                    "the view is one of the server \"" + server + "\"",
                    "Use the client of that server.",
                    McpRejectedException.Reason.INVALID_ARGUMENT);
        }
    }

    @Override
    public Mono<McpAppDocument> read(McpAppView view, McpCallOptions options) {
        return Mono.defer(() -> {
            RequiredArgument.of(this.errors.server(), AppErrors.READ, "view", view);
            checkServer(AppErrors.READ, view.server());
            return this.context.onBehalf(options, principal -> this.documents.read(view, options));
        });
    }

    @Override
    public void pin(McpAppDocument document) {
        checkServer(AppErrors.PIN, document.server());
        this.documents.pin(document);
    }

    @Override
    public void unpin(String uri) {
        this.documents.unpin(uri);
    }

    @Override
    public Mono<McpAppSession> open(McpAppView view, McpAppHost host, String owner, McpCallOptions options) {
        return Mono.defer(() -> {
            RequiredArgument.of(this.errors.server(), AppErrors.OPEN, "view", view);
            RequiredArgument.of(this.errors.server(), AppErrors.OPEN, "host", host);
            RequiredArgument.of(this.errors.server(), AppErrors.OPEN, "owner", owner);
            checkServer(AppErrors.OPEN, view.server());
            if (owner.isBlank()) {
                return Mono.error(this.errors.rejected(
                        AppErrors.OPEN,
                        "the owner is blank",
                        "Pass something that only the web session of one user has.",
                        McpRejectedException.Reason.INVALID_ARGUMENT));
            }
            return this.context.onBehalf(
                    options,
                    principal -> Mono.fromSupplier(() -> this.sessions.open(
                            view, host, owner, (principal != null) ? options.withPrincipal(principal) : options)));
        });
    }

    @Override
    public Optional<McpAppSession> find(String id, String owner) {
        return this.sessions.find(id, owner);
    }

    @Override
    public List<McpAppSession> sessions() {
        return this.sessions.all();
    }
}
