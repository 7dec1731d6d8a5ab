package io.mcpclient.internal.era.modern;

import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.internal.era.DesiredSessionState;
import io.mcpclient.internal.inbound.McpListeners;
import io.mcpclient.schema.ServerCapabilities;
import io.mcpclient.support.schema.SubscriptionFilter;

import static org.assertj.core.api.Assertions.assertThat;

/** What is wanted, what it covers, and how it looks on the wire. */
@Timeout(10)
class ListenFilterTests {

    private static final String DECLARES_ALL = "{\"tools\":{\"listChanged\":true},\"prompts\":{\"listChanged\":true},"
            + "\"resources\":{\"listChanged\":true,\"subscribe\":true}}";

    private final McpListeners listeners = new McpListeners();

    private final DesiredSessionState desired = new DesiredSessionState(null);

    private ListenFilter wanted(String capabilities) {
        ServerCapabilities declared = ListenWire.CODEC.fromJson(capabilities, ServerCapabilities.class);
        return new WantedChanges(this.listeners, this.desired, declared).now();
    }

    // RES-09: only changes with a listener that the server has declared
    @Test
    void nowContainsOnlyDeclaredChangesWithListeners() {
        assertThat(wanted(DECLARES_ALL).isEmpty()).isTrue();
        this.desired.resources().addAll(Set.of("test://b", "test://a"));
        assertThat(wanted(DECLARES_ALL))
                .isEqualTo(new ListenFilter(false, false, false, List.of("test://a", "test://b")));

        this.listeners.add(new McpChangeListener() {});

        assertThat(wanted(DECLARES_ALL)).isEqualTo(new ListenFilter(true, true, true, List.of("test://a", "test://b")));
        assertThat(wanted("{\"prompts\":{\"listChanged\":true},\"tools\":{},\"resources\":{\"listChanged\":false}}"))
                .isEqualTo(new ListenFilter(false, true, false, List.of()));
        assertThat(wanted("{}").isEmpty()).isTrue();
    }

    // SUB-01
    @Test
    void toWireContainsOnlyTheRequestedChanges() {
        ListenFilter filter = new ListenFilter(true, false, false, List.of("test://a"));

        assertThat(ListenWire.CODEC.toJson(filter.toWire()))
                .isEqualTo("{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"test://a\"]}");
    }

    // SUB-07
    @Test
    void asksForReturnsTrueOnlyForMethodsInTheFilter() {
        ListenFilter filter = new ListenFilter(true, false, true, List.of("test://a"));

        assertThat(filter.asksFor("notifications/tools/list_changed", Map.of())).isTrue();
        assertThat(filter.asksFor("notifications/prompts/list_changed", Map.of()))
                .isFalse();
        assertThat(filter.asksFor("notifications/resources/list_changed", Map.of()))
                .isTrue();
        assertThat(filter.asksFor("notifications/resources/updated", Map.of("uri", "test://a")))
                .isTrue();
        assertThat(filter.asksFor("notifications/resources/updated", Map.of("uri", "test://b")))
                .isFalse();
        assertThat(filter.asksFor("notifications/resources/updated", Map.of("uri", 1)))
                .isFalse();
        assertThat(filter.asksFor("notifications/resources/updated", Map.of())).isFalse();
        assertThat(filter.asksFor("notifications/tasks/status", Map.of())).isFalse();
    }

    // SUB-17: an update may name something below what is watched, but nothing beside it
    @ParameterizedTest
    @CsvSource({
        "file:///a, file:///a, true",
        "file:///a, file:///a/b/c, true",
        "file:///a/, file:///a/b, true",
        "file:///a/, file:///a, true",
        "file:///a, file:///a?rev=2, true",
        "file:///a, file:///a#part, true",
        "file:///, file:///a, true",
        "file:///a, file:///ab, false",
        "file:///a/b, file:///a, false",
        "file:///a, http://a/a, false",
        "test://host, test://host.evil/x, false"
    })
    void coversUrisBelowTheSubscribedOne(String watched, String uri, boolean expected) {
        assertThat(ListenFilter.covers(List.of(watched), uri)).isEqualTo(expected);
    }

    // SUB-05
    @Test
    void missingInReturnsWhatTheServerDidNotAcknowledge() {
        ListenFilter filter = new ListenFilter(true, true, true, List.of("test://a", "test://b/"));
        SubscriptionFilter part = SubscriptionFilter.none()
                .withToolsListChanged(true)
                .withPromptsListChanged(false)
                .withResourceSubscriptions(List.of("test://b"));

        assertThat(filter.missingIn(filter.toWire())).isEmpty();
        assertThat(filter.missingIn(part))
                .containsExactly("promptsListChanged", "resourcesListChanged", "1 of resourceSubscriptions");
        assertThat(filter.watchedIn(part)).containsExactly("test://b/");
        assertThat(new ListenFilter(false, false, false, List.of()).missingIn(part))
                .isEmpty();
    }
}
