package io.mcpclient.console.internal.app;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.mcpclient.McpClients;
import io.mcpclient.apps.McpAppDocument;
import io.mcpclient.apps.McpAppSession;
import io.mcpclient.apps.McpAppView;
import io.mcpclient.apps.McpApps;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.console.internal.json.InvalidRequestException;
import io.mcpclient.console.internal.live.EventStreams;
import io.mcpclient.console.internal.tool.RunArea;
import io.mcpclient.console.internal.web.Area;
import io.mcpclient.console.internal.web.Clients;
import io.mcpclient.console.internal.web.ConsoleRequest;
import io.mcpclient.console.internal.web.ViewOrigin;

/**
 * Requests of the page about views. A view belongs to the page that has opened it, and to its user: each request names the page by an
 * identifier that only that page knows. Other pages learn that there is something for a view, and nothing else.
 */
public final class AppArea implements Area {

    private static final int MAX_OPEN = 64;

    private static final Pattern PAGE = Pattern.compile("[0-9a-f]{32}");

    private final Clients clients;

    private final RunArea calls;

    private final EventStreams streams;

    private final ViewOrigin origin;

    private final Duration questionTimeout;

    private final Map<Key, OpenApp> open = new LinkedHashMap<>();

    /**
     * Creates the area.
     * @param clients all clients
     * @param calls calls of the console
     * @param streams open pages
     * @param origin origin of views
     * @param questionTimeout time after which the user has refused
     */
    public AppArea(
            McpClients clients, RunArea calls, EventStreams streams, ViewOrigin origin, Duration questionTimeout) {
        this.clients = new Clients(clients);
        this.calls = calls;
        this.streams = streams;
        this.origin = origin;
        this.questionTimeout = questionTimeout;
    }

    private record Key(String user, String page, String id) {}

    /** The view of a call to open, see {@link Target}. */
    record NewView(@Nullable String page, long call, AppHosts.@Nullable Context context) {}

    /**
     * What a page does with a view of its own; each member but the first two may be {@code null}.
     *
     * @param page identifier of the page
     * @param id identifier of the view
     * @param after number of the last event that the page has
     * @param messages messages of the view, JSON
     * @param question question that the user has decided
     * @param accepted whether the user permits it
     * @param context what has changed in the page
     */
    record Target(
            @Nullable String page,
            @Nullable String id,
            @Nullable Long after,
            @Nullable List<String> messages,
            @Nullable String question,
            @Nullable Boolean accepted,
            AppHosts.@Nullable Context context) {}

    /**
     * A view, or why it cannot be shown: then only the first three members are there.
     *
     * @param server configured name of the server
     * @param tool name of the tool
     * @param uri URI of the document
     * @param origin origin of the outer frame
     * @param id identifier of the view
     * @param html the document, untrusted
     * @param csp its policy
     * @param permissions what it was granted
     * @param sha256 its hash
     * @param warnings what was left out of its policy
     */
    record Shown(
            String server,
            String tool,
            String uri,
            @Nullable String origin,
            @Nullable String id,
            @Nullable String html,
            @Nullable String csp,
            @Nullable String permissions,
            @Nullable String sha256,
            List<String> warnings) {

        static Shown of(McpAppView view, String origin, McpAppSession session, McpAppDocument document) {
            return new Shown(
                    view.server(),
                    view.tool().name(),
                    view.resourceUri(),
                    origin,
                    session.id(),
                    document.html(),
                    document.contentSecurityPolicy(),
                    document.allow(),
                    document.sha256(),
                    document.warnings());
        }

        static Shown nowhere(McpAppView view) {
            return new Shown(
                    view.server(),
                    view.tool().name(),
                    view.resourceUri(),
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    List.of());
        }
    }

    @Override
    public void addTo(Requests requests) {
        requests.post("apps/open", this::open)
                .post("apps/events", request -> events(request.user(), request.body(Target.class)))
                .post("apps/messages", request -> receive(request.user(), request.body(Target.class)))
                .post("apps/decide", request -> decide(request.user(), request.body(Target.class)))
                .post("apps/context", request -> change(request.user(), request.body(Target.class)))
                .post("apps/close", request -> close(request.user(), request.body(Target.class)));
    }

    private @Nullable Object open(ConsoleRequest request) {
        NewView wanted = request.body(NewView.class);
        String page = page(wanted.page());
        RunArea.Outcome call = this.calls.outcome(request.user(), wanted.call());
        McpApps apps = this.clients.get(call.tool().server()).extension(McpApps.class);
        McpAppView view = apps.view(call.tool().tool()).orElse(null);
        if (view == null) {
            return null;
        }
        String views = this.origin.forConsole(request.origin());
        if (views == null) {
            return Shown.nowhere(view);
        }
        McpAppDocument document = apps.read(view);
        OpenApp app = new OpenApp(
                id -> this.streams.publish("app", request.user(), () -> Map.of("id", id)), this.questionTimeout);
        McpAppSession session = apps.open(
                view, AppHosts.of(app, wanted.context()), request.user() + '\n' + page, McpCallOptions.defaults());
        app.begin(session);
        session.toolInput(call.arguments());
        session.toolResult(call.result());
        add(new Key(request.user(), page, session.id()), app);
        return Shown.of(view, views, session, document);
    }

    private void add(Key key, OpenApp app) {
        OpenApp oldest = null;
        synchronized (this.open) {
            this.open.put(key, app);
            if (this.open.size() > MAX_OPEN) {
                Key first = this.open.keySet().iterator().next();
                oldest = this.open.remove(first);
            }
        }
        if (oldest != null) {
            oldest.session().close();
        }
    }

    private static String page(@Nullable String page) {
        if (page == null || !PAGE.matcher(page).matches()) {
            throw new InvalidRequestException("The member page is not the identifier of a page.");
        }
        return page;
    }

    private static Key key(String user, Target target) {
        return new Key(user, page(target.page()), String.valueOf(target.id()));
    }

    private Optional<OpenApp> lookUp(String user, Target target) {
        Key key = key(user, target);
        synchronized (this.open) {
            return Optional.ofNullable(this.open.get(key));
        }
    }

    private OpenApp find(String user, Target target) {
        return lookUp(user, target).orElseThrow(() -> InvalidRequestException.notFound("The view has ended."));
    }

    private Object events(String user, Target target) {
        OpenApp app = find(user, target);
        List<AppEvent> events = app.after((target.after() != null) ? target.after() : 0);
        if (events.stream().anyMatch(event -> event.kind() == AppEvent.Kind.ENDED)) {
            synchronized (this.open) {
                this.open.remove(key(user, target));
            }
        }
        return events;
    }

    /** A message may be on its way when the view ends. */
    private @Nullable Object receive(String user, Target target) {
        List<String> messages = target.messages();
        if (messages != null) {
            lookUp(user, target).map(OpenApp::session).ifPresent(session -> messages.forEach(session::receive));
        }
        return null;
    }

    private @Nullable Object decide(String user, Target target) {
        if (!find(user, target).decide(String.valueOf(target.question()), Boolean.TRUE.equals(target.accepted()))) {
            throw InvalidRequestException.notFound("The question of the view has ended.");
        }
        return null;
    }

    private @Nullable Object change(String user, Target target) {
        AppHosts.Context context = target.context();
        if (context != null) {
            lookUp(user, target).ifPresent(app -> app.session().hostContextChanged(context.members()));
        }
        return null;
    }

    /** The page removes the frame with the last event, or when it is left itself. */
    private @Nullable Object close(String user, Target target) {
        lookUp(user, target).ifPresent(app -> app.session()
                .teardown("The console does not show the view any longer.")
                .subscribe());
        return null;
    }
}
