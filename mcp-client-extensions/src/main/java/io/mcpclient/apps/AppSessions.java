package io.mcpclient.apps;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.extension.McpExtensionContext;

/**
 * The open views of one client, each with an unguessable identifier, an owner and an end. Thread-safe.
 *
 * @see "MCP Apps (APP-38)"
 */
final class AppSessions {

    private static final int ID_BYTES = 32;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final McpExtensionContext context;

    private final McpAppSettings settings;

    private final AppCalls calls;

    private final Map<String, Owned> open = new LinkedHashMap<>();

    private record Owned(DefaultMcpAppSession session, String owner) {}

    AppSessions(McpExtensionContext context, McpAppSettings settings, AppCalls calls) {
        this.context = context;
        this.settings = settings;
        this.calls = calls;
    }

    McpAppSession open(McpAppView view, McpAppHost host, String owner, McpCallOptions options) {
        String id = newId();
        ViewCalls viewCalls = new ViewCalls(this.context, this.calls, view, this.settings, options);
        DefaultMcpAppSession session =
                new DefaultMcpAppSession(id, view, host, this.context, this.settings, viewCalls, () -> remove(id));
        synchronized (this.open) {
            if (this.open.size() >= this.settings.maxSessions()) {
                throw new AppErrors(this.context.serverName())
                        .rejected(
                                AppErrors.OPEN,
                                this.open.size() + " views are open, the limit apps.max-sessions",
                                "Close views that are not shown any longer.",
                                McpRejectedException.Reason.OVERLOAD);
            }
            this.open.put(id, new Owned(session, owner));
        }
        session.start();
        return session;
    }

    private static String newId() {
        byte[] bytes = new byte[ID_BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private void remove(String id) {
        synchronized (this.open) {
            this.open.remove(id);
        }
    }

    Optional<McpAppSession> find(String id, String owner) {
        Owned found;
        synchronized (this.open) {
            found = this.open.get(id);
        }
        return (found != null && found.session().isOpen() && areSame(found.owner(), owner))
                ? Optional.of(found.session())
                : Optional.empty();
    }

    /** In a time that does not depend on where they differ. */
    private static boolean areSame(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    List<McpAppSession> all() {
        synchronized (this.open) {
            return this.open.values().stream()
                    .<McpAppSession>map(Owned::session)
                    .filter(McpAppSession::isOpen)
                    .toList();
        }
    }
}
