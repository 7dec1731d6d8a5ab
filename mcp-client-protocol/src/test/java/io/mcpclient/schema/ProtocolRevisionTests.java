package io.mcpclient.schema;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class ProtocolRevisionTests {

    // Section 32, one row per question, one letter per revision from the oldest to the newest.
    static Stream<Arguments> table() {
        return Stream.of(
                row("hasHandshake", "yyyyn", ProtocolRevision::hasHandshake),
                row("hasSessions", "nyyyn", ProtocolRevision::hasSessions),
                row("sendsVersionHeader", "nnyyy", ProtocolRevision::sendsVersionHeader),
                row("allowsBatches", "nynnn", ProtocolRevision::allowsBatches),
                row("declaresCompletions", "nyyyy", ProtocolRevision::declaresCompletions),
                row("hasCompletionContext", "nnyyy", ProtocolRevision::hasCompletionContext),
                row("hasStructuredContent", "nnyyy", ProtocolRevision::hasStructuredContent),
                row("hasAudio", "nyyyy", ProtocolRevision::hasAudio),
                row("hasElicitation", "nnyyy", ProtocolRevision::hasElicitation),
                row("hasUrlElicitation", "nnnyy", ProtocolRevision::hasUrlElicitation),
                row("hasSamplingTools", "nnnyy", ProtocolRevision::hasSamplingTools),
                row("hasRootsListChanged", "yyyyn", ProtocolRevision::hasRootsListChanged),
                row("hasCoreTasks", "nnnyn", ProtocolRevision::hasCoreTasks));
    }

    private static Arguments row(String name, String answers, Predicate<ProtocolRevision> question) {
        return arguments(name, answers, question);
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("table")
    void revisionsDifferAsInTheTableOfRevisionDeltas(
            String name, String answers, Predicate<ProtocolRevision> question) {
        String actual = Arrays.stream(ProtocolRevision.values())
                .map(revision -> question.test(revision) ? "y" : "n")
                .reduce("", String::concat);

        assertThat(actual).as(name).isEqualTo(answers);
    }

    @Test
    void tableCoversEveryRevisionProperty() {
        List<String> questions = Arrays.stream(ProtocolRevision.class.getDeclaredMethods())
                .filter(method -> method.getReturnType() == boolean.class && method.getParameterCount() == 0)
                .map(java.lang.reflect.Method::getName)
                .toList();

        assertThat(table().map(row -> (String) row.get()[0])).containsExactlyInAnyOrderElementsOf(questions);
    }

    @Test
    void ofWhenRevisionIsKnownFindsIt() {
        assertThat(ProtocolRevision.of("2025-06-18")).contains(ProtocolRevision.V2025_06_18);
        assertThat(ProtocolRevision.V2025_06_18.wireValue()).isEqualTo("2025-06-18");
    }

    @Test
    void ofWhenRevisionIsUnknownOrMissingIsEmpty() {
        assertThat(ProtocolRevision.of("2099-01-01")).isEmpty();
        assertThat(ProtocolRevision.of(null)).isEmpty();
    }

    @Test
    void handshakeRevisionsComeNewestFirst() {
        assertThat(ProtocolRevision.handshakeRevisions())
                .containsExactly(
                        ProtocolRevision.V2025_11_25,
                        ProtocolRevision.V2025_06_18,
                        ProtocolRevision.V2025_03_26,
                        ProtocolRevision.V2024_11_05)
                .startsWith(ProtocolRevision.LATEST_HANDSHAKE)
                .allMatch(ProtocolRevision::hasHandshake);
    }
}
