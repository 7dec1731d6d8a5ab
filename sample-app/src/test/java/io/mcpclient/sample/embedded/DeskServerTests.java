package io.mcpclient.sample.embedded;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.sample.SampleApplication;
import io.mcpclient.schema.CompleteParams;
import io.mcpclient.schema.PromptReference;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(120)
class DeskServerTests {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    // E18 to E20: the process is there with the application, and goes with it
    @Test
    void theProcessEndsWithTheApplication() {
        Set<Long> before = children();
        List<ProcessHandle> desk;
        try (ConfigurableApplicationContext application =
                new SpringApplicationBuilder(SampleApplication.class).run("--server.port=0")) {
            McpClient client = application.getBean(McpClients.class).get("desk");
            Awaitility.await().atMost(LIMIT).until(() -> client.status().isConnected());
            desk = ProcessHandle.current()
                    .children()
                    .filter(child -> !before.contains(child.pid()))
                    .toList();
            assertThat(desk).hasSize(1).allMatch(ProcessHandle::isAlive);
            assertThat(client.complete(CompleteParams.of(new PromptReference("letter", null), "tone", "f"))
                            .completion()
                            .values())
                    .containsExactly("formal", "friendly", "funny");
        }
        assertThat(desk).noneMatch(ProcessHandle::isAlive);
    }

    private static Set<Long> children() {
        return ProcessHandle.current().children().map(ProcessHandle::pid).collect(Collectors.toSet());
    }
}
