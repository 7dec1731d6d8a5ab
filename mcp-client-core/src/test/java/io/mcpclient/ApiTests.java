package io.mcpclient;

import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import io.mcpclient.schema.Tool;
import io.mcpclient.testkit.PublicApi;

import static org.assertj.core.api.Assertions.assertThat;

/** Every change of the public API is a change of a file in {@code docs/api}, which reviewers see. */
class ApiTests {

    /** The protocol is compared here too, because its module has no testkit. */
    static Stream<Arguments> modules() {
        return Stream.of(
                Arguments.of("mcp-client-protocol", Tool.class), Arguments.of("mcp-client-core", McpClient.class));
    }

    @ParameterizedTest
    @MethodSource("modules")
    void publicApiMatchesTheRecordedFile(String module, Class<?> type) throws Exception {
        List<String> present = publicApi(type);
        Path copy = Path.of("target", module + ".txt");
        Files.write(copy, present);

        assertThat(present)
                .as("the public API; if the change is meant: cp mcp-client-core/%s docs/api/", copy)
                .isEqualTo(Files.readAllLines(Path.of("..", "docs", "api", module + ".txt")));
    }

    /** Returns the API of the module of a type, whose classes are in a folder or in a JAR file. */
    private static List<String> publicApi(Class<?> type) throws Exception {
        URI location = type.getProtectionDomain().getCodeSource().getLocation().toURI();
        Path path = Path.of(location);
        if (Files.isDirectory(path)) {
            return PublicApi.of(path, ApiTests::isPublished);
        }
        try (FileSystem jar = FileSystems.newFileSystem(path)) {
            return PublicApi.of(jar.getPath("/"), ApiTests::isPublished);
        }
    }

    private static boolean isPublished(String packageName) {
        return !(packageName + ".").startsWith("io.mcpclient.internal.")
                && !(packageName + ".").startsWith("io.mcpclient.support.");
    }
}
