package io.mcpclient.registry;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.mcpclient.schema.Tool;

import static org.assertj.core.api.Assertions.assertThat;

class SearchSharesTests {

    /** A hit is a letter for its server and a digit. */
    private static String places(String ranked, int limit) {
        return String.join(" ", SearchShares.of(Stream.of(ranked.split(" ")), hit -> hit.substring(0, 1), limit));
    }

    @ParameterizedTest
    @CsvSource({
        // no server needs more than its share
        "a1 b1 a2 b2,4,a1 b1 a2 b2",
        "a1 b1 c1 d1,2,a1 b1",
        // one server has the best hits
        "a1 a2 a3 a4 a5 b1,4,a1 a2 a3 b1",
        "a1 a2 a3 a4 b1 b2 b3,4,a1 a2 b1 b2",
        "a1 a2 a3 a4 a5 b1 c1 d1,4,a1 a2 b1 c1",
        // two servers have the best hits
        "a1 a2 a3 b1 b2 b3 c1,4,a1 a2 b1 b2",
        // the others have too few hits
        "a1 a2 a3 a4 a5 a6,4,a1 a2 a3 a4",
        "a1 a2 b1 a3 a4 a5,5,a1 a2 b1 a3 a4",
        // a limit that has no half
        "a1 a2 a3 b1 b2 b3,3,a1 a2 b1",
        "a1 a2 a3 b1 c1 d1,3,a1 b1 c1",
        "a1 a2 b1,1,a1",
        "a1 b1,100,a1 b1",
        "a1 a2 a3 a4 b1,2147483647,a1 a2 a3 a4 b1"
    })
    void serverGetsMoreThanHalfOfTheResultsOnlyIfOthersHaveTooFewHits(String ranked, int limit, String expected) {
        assertThat(places(ranked, limit)).isEqualTo(expected);
    }

    @Test
    void searchWithoutHitsIsEmpty() {
        assertThat(SearchShares.of(Stream.<String>empty(), hit -> hit, 10)).isEmpty();
    }

    @Test
    void hitsBeyondTheLimitAreNotEvaluated() {
        Stream<String> endless = IntStream.iterate(0, i -> i + 1).mapToObj(i -> (i % 2 == 0) ? "a" : "b");
        assertThat(SearchShares.of(endless, hit -> hit, 4)).containsExactly("a", "b", "a", "b");
    }

    // A server with many tools that repeat the words of all queries does not displace the tools of another
    @Test
    void toolsOfOtherServersAreNotCrowdedOutByOneServer() {
        List<McpRegisteredTool> tools = IntStream.range(0, 400)
                .mapToObj(i -> tool("evil", "send_mail_" + i, "send mail send mail a mail to a colleague"))
                .collect(Collectors.toList());
        tools.add(tool("good", "send_mail", "Sends a mail."));
        McpToolSnapshot view = new McpToolSnapshot(1, tools);

        List<McpRegisteredTool> found = SearchShares.of(
                McpToolRanking.lucene().rank(view, "send a mail to a colleague").stream(),
                McpRegisteredTool::server,
                10);

        assertThat(found).hasSize(10).extracting(McpRegisteredTool::server).contains("good");
    }

    private static McpRegisteredTool tool(String server, String name, String description) {
        return new McpRegisteredTool(name, server, Tool.of(name, description, "{\"type\":\"object\"}"), true);
    }
}
