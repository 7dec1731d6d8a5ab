package io.mcpclient.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.test.annotation.DirtiesContext;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.store.InMemoryMcpSessionStore;
import io.mcpclient.store.McpSessionStore;

import static org.assertj.core.api.Assertions.assertThat;

/** The dashboard, the alerts and the queries of the page name metrics, labels and values that a scrape of the sample has. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = "mcp.observation.include-exchange-metrics=true")
@DirtiesContext
@Timeout(120)
class ObservabilityFilesTests {

    private static final Duration SOON = Duration.ofSeconds(60);

    private static final Path DOCS = Path.of("..", "docs");

    private static final Pattern BLOCK = Pattern.compile("```promql\n(.*?)```", Pattern.DOTALL);

    private static final Pattern LEGEND = Pattern.compile("\\{\\{\\s*(?:\\$labels\\.)?(\\w+)\\s*}}");

    /** Values of labels that only a failure gives. */
    private static final Set<String> FAILURES = Set.of("timeout");

    @TestConfiguration(proxyBeanMethods = false)
    static class Store {

        @Bean
        McpSessionStore mcpSessionStore() {
            return new InMemoryMcpSessionStore();
        }
    }

    /** A query, and the labels that the text beside it shows. */
    private record Query(String place, String text, Set<String> shown) {}

    @LocalServerPort
    private int port;

    private Scrape scrape;

    @BeforeEach
    void call() {
        Http http = new Http(this.port);
        Awaitility.await().atMost(SOON).untilAsserted(() -> assertThat(
                        http.getJson("/api/servers").findValuesAsString("tools"))
                .containsExactly("2", "9", "5", "6"));
        http.call("add_numbers", "{\"a\": 1, \"b\": 2}");
        http.post("/api/chat", "{\"conversation\": \"dice\", \"message\": \"Roll 3 dice\"}");
        http.post("/actuator/mcp/everyday", "{\"operation\": \"reconnect\"}");
        Awaitility.await().atMost(SOON).untilAsserted(() -> {
            this.scrape = Scrape.parse(http.get("/actuator/prometheus").body());
            assertThat(this.scrape.metrics()).containsKey("mcp_client_session_duration_seconds_count");
        });
    }

    @Test
    void dashboardNamesWhatTheScrapeHas() throws IOException {
        JsonNode dashboard = JsonMapper.builder()
                .build()
                .readTree(Files.readString(DOCS.resolve("observability/grafana-dashboard.json")));
        List<Query> queries = new ArrayList<>();
        Set<Integer> ids = new TreeSet<>();
        for (JsonNode panel : dashboard.get("panels")) {
            assertThat(ids.add(panel.get("id").asInt())).isTrue();
            assertThat(panel.at("/gridPos/x").asInt() + panel.at("/gridPos/w").asInt())
                    .isLessThanOrEqualTo(24);
            for (JsonNode target : panel.path("targets")) {
                assertThat(target.at("/datasource/uid").asString()).isEqualTo("${datasource}");
                queries.add(new Query(
                        panel.get("title").asString(),
                        target.get("expr").asString(),
                        labels(target.get("legendFormat").asString())));
            }
        }
        assertThat(queries).hasSizeGreaterThan(15);
        check(queries);
        assertThat(dashboard.at("/templating/list/1/definition").asString())
                .isEqualTo("label_values(mcp_client_state, server)");
        assertThat(this.scrape.labels("mcp_client_state").get("server"))
                .contains("everyday", "notes", "desk", "travel");
    }

    @Test
    void alertsNameWhatTheScrapeHas() throws IOException {
        Map<String, List<Map<String, Object>>> alerts =
                new Yaml().load(Files.readString(DOCS.resolve("observability/prometheus-alerts.yml")));
        List<Query> queries = new ArrayList<>();
        for (Map<String, Object> group : alerts.get("groups")) {
            for (Object entry : (List<?>) group.get("rules")) {
                Map<?, ?> rule = (Map<?, ?>) entry;
                assertThat(rule.keySet()).allMatch(key -> Set.of("alert", "expr", "for", "labels", "annotations")
                        .contains(key));
                assertThat(((Map<?, ?>) rule.get("labels")).get("severity")).isIn("critical", "warning", "info");
                Map<?, ?> annotations = (Map<?, ?>) rule.get("annotations");
                assertThat(annotations.keySet()).isEqualTo(Set.of("summary", "description"));
                queries.add(new Query(
                        String.valueOf(rule.get("alert")),
                        String.valueOf(rule.get("expr")),
                        labels(annotations.toString())));
            }
        }
        assertThat(queries).extracting(Query::place).doesNotHaveDuplicates().hasSizeGreaterThan(5);
        check(queries);
    }

    @Test
    void pageNamesWhatTheScrapeHas() throws IOException {
        List<Query> queries = BLOCK.matcher(Files.readString(DOCS.resolve("observability.md")))
                .results()
                .flatMap(block -> block.group(1).lines())
                .map(line -> new Query("observability.md", line, Set.of()))
                .toList();
        assertThat(queries).isNotEmpty();
        check(queries);
    }

    private static Set<String> labels(String template) {
        return LEGEND.matcher(template)
                .results()
                .map(label -> label.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private void check(List<Query> queries) {
        for (Query query : queries) {
            PromQl parsed = PromQl.parse(query.text());
            assertThat(parsed.metrics()).as(query.place()).isNotEmpty();
            assertThat(query.text().chars().filter(c -> c == '(').count())
                    .as(query.text())
                    .isEqualTo(query.text().chars().filter(c -> c == ')').count());
            parsed.metrics().forEach((metric, matchers) -> {
                Map<String, Set<String>> known = this.scrape.labels(metric);
                assertThat(this.scrape.metrics()).as(query.place()).containsKey(metric);
                assertThat(known.keySet())
                        .as("%s: labels of %s", query.place(), metric)
                        .containsAll(matchers.keySet())
                        .containsAll(parsed.groupedBy());
                matchers.forEach((label, value) -> {
                    if (!value.isEmpty() && !FAILURES.contains(value)) {
                        assertThat(known.get(label))
                                .as("%s: %s", query.place(), label)
                                .contains(value);
                    }
                });
                assertThat(parsed.groupedBy().isEmpty() ? known.keySet() : parsed.groupedBy())
                        .as("%s: labels of the result", query.place())
                        .containsAll(query.shown());
            });
        }
    }

    @Test
    void eachMeterOfThePageIsInTheScrape() throws IOException {
        String page = Files.readString(DOCS.resolve("observability.md"));
        List<String> meters = Pattern.compile("`(mcp\\.(?:client|server)\\.[a-z.]+)`")
                .matcher(page)
                .results()
                .filter(meter -> !meter.group(1).equals("mcp.server.name"))
                .map(meter -> meter.group(1).replace('.', '_'))
                .toList();
        assertThat(meters).allMatch(meter -> Stream.of("", "_total", "_seconds_count", "_tokens", "_tokens_count")
                .anyMatch(suffix -> this.scrape.metrics().containsKey(meter + suffix)));
    }
}
