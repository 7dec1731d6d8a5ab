package io.mcpclient.console.internal.app;

import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.apps.McpAppDownload;
import io.mcpclient.apps.McpAppHost;
import io.mcpclient.schema.Implementation;

/**
 * What the console does for views.
 *
 * <table>
 * <caption>a request of a view</caption>
 * <tr><th>request</th><th>reaction</th></tr>
 * <tr><td>a link, a message to the conversation, files, the whole page</td><td>the user is asked</td></tr>
 * <tr><td>context for the model, a size within the limit, its own end</td><td>shown, respected</td></tr>
 * <tr><td>a log message</td><td>accepted: the page lists each message</td></tr>
 * </table>
 */
final class AppHosts {

    static final String INLINE = "inline";

    private static final String FULLSCREEN = "fullscreen";

    private static final Set<String> MODES = Set.of(INLINE, FULLSCREEN);

    private static final Set<String> THEMES = Set.of("light", "dark");

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_+/-]{1,64}");

    private static final int MAX_WIDTH = 10_000;

    private static final int MAX_HEIGHT = 800;

    private AppHosts() {}

    /**
     * What the page says of itself, each member possibly {@code null}.
     *
     * @param theme {@code light} or {@code dark}
     * @param displayMode {@code inline} or {@code fullscreen}
     * @param width width of the frame in pixels
     * @param locale language tag
     * @param timeZone name of the time zone
     */
    record Context(
            @Nullable String theme,
            @Nullable String displayMode,
            @Nullable Integer width,
            @Nullable String locale,
            @Nullable String timeZone) {

        /** Returns the context as views see it. */
        Map<String, Object> members() {
            Map<String, Object> members = new LinkedHashMap<>();
            put(members, "theme", this.theme, this.theme != null && THEMES.contains(this.theme));
            put(members, "displayMode", this.displayMode, this.displayMode != null && MODES.contains(this.displayMode));
            put(members, "locale", this.locale, isName(this.locale));
            put(members, "timeZone", this.timeZone, isName(this.timeZone));
            if (this.width != null && this.width > 0 && this.width <= MAX_WIDTH) {
                members.put("containerDimensions", Map.of("width", this.width, "maxHeight", MAX_HEIGHT));
            }
            return members;
        }

        private static void put(Map<String, Object> members, String name, @Nullable String value, boolean isValid) {
            if (isValid) {
                members.put(name, Objects.requireNonNull(value));
            }
        }

        private static boolean isName(@Nullable String value) {
            return value != null && NAME.matcher(value).matches();
        }
    }

    static McpAppHost of(OpenApp app, @Nullable Context page) {
        Map<String, Object> context = new LinkedHashMap<>((page != null) ? page.members() : Map.of());
        context.put("platform", "web");
        return McpAppHost.of(Implementation.of("mcp-client-console", "1"))
                .withContext(context)
                .withOpenLink((session, link) -> app.ask(AppEvent.Action.OPEN_LINK, link.toString(), List.of()))
                .withMessage((session, message) -> app.ask(AppEvent.Action.MESSAGE, message.text(), List.of()))
                .withDownload((session, files) -> app.ask(AppEvent.Action.DOWNLOAD, null, files(files)))
                .withDisplayModes(MODES, (session, mode) -> mode(app, mode))
                .withModelContext((session, wanted) -> shown(app, AppEvent.of(AppEvent.Kind.CONTEXT, wanted.marked())))
                .withSizeChanged((session, size) -> {
                    if (size.height() != null) {
                        app.add(AppEvent.size(size.height()));
                    }
                })
                .withLog((session, log) -> {})
                .withTeardownRequested(session -> app.add(AppEvent.of(AppEvent.Kind.LEAVES, null)));
    }

    private static Mono<Boolean> mode(OpenApp app, String mode) {
        return mode.equals(INLINE)
                ? shown(app, AppEvent.of(AppEvent.Kind.INLINE, null))
                : app.ask(AppEvent.Action.FULLSCREEN, null, List.of());
    }

    private static Mono<Boolean> shown(OpenApp app, AppEvent event) {
        return Mono.fromSupplier(() -> {
            app.add(event);
            return true;
        });
    }

    private static List<AppEvent.AppFile> files(List<McpAppDownload> files) {
        return files.stream()
                .map(file -> new AppEvent.AppFile(
                        file.name(), file.bytes().length, Base64.getEncoder().encodeToString(file.bytes())))
                .toList();
    }
}
