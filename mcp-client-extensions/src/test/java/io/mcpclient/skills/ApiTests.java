package io.mcpclient.skills;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.mcpclient.testkit.PublicApi;

import static org.assertj.core.api.Assertions.assertThat;

/** Every change of the public API is a change of {@code docs/api/mcp-client-extensions.txt}, which reviewers see. */
class ApiTests {

    @Test
    void publicApiMatchesTheRecordedFile() throws Exception {
        List<String> present = PublicApi.of(Path.of("target", "classes"), name -> !name.endsWith(".internal"));
        Path copy = Path.of("target", "mcp-client-extensions.txt");
        Files.write(copy, present);

        assertThat(present)
                .as("the public API; if the change is meant: cp mcp-client-extensions/%s docs/api/", copy)
                .isEqualTo(Files.readAllLines(Path.of("..", "docs", "api", "mcp-client-extensions.txt")));
    }
}
