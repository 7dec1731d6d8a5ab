package io.mcpclient.sample.dialog;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.ElicitURLParams;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(30)
class ElicitationsTests {

    private record Context(String serverName) implements McpRequestContext {

        @Override
        public String relatedTask() {
            return null;
        }

        @Override
        public void reportProgress(double progress, Double total, String message) {}
    }

    // ELI-17: without a user's response, no content is invented
    @Test
    void anElicitationWithoutResponseIsCancelled() throws InterruptedException {
        Elicitations elicitations = new Elicitations(Duration.ofMillis(10));
        ElicitURLParams params = new ElicitURLParams("url", "Look", "https://example.com", "1", null, null, Map.of());

        ElicitResult answer = elicitations.visit(params, new Context("weather"));

        assertThat(answer).isEqualTo(ElicitResult.cancel());
        assertThat(elicitations.pending()).isEmpty();
    }
}
