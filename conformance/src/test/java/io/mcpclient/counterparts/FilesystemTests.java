package io.mcpclient.counterparts;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.mcpclient.McpClient;
import io.mcpclient.error.McpToolException;
import io.mcpclient.schema.AudioContent;
import io.mcpclient.schema.BlobResourceContents;
import io.mcpclient.schema.CallToolResult;
import io.mcpclient.schema.EmbeddedResource;
import io.mcpclient.schema.ImageContent;
import io.mcpclient.schema.Root;
import io.mcpclient.schema.Tool;

import static io.mcpclient.counterparts.Results.block;
import static io.mcpclient.counterparts.Results.call;
import static io.mcpclient.counterparts.Results.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** All tools of the reference server {@code server-filesystem}, a child process that works on a directory of ours. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FilesystemTests {

    private static final String PACKAGE = "server-filesystem";

    @TempDir
    static Path directory;

    private McpClient client;

    /** What all tools but one return as structured content. */
    record Text(String content) {}

    @BeforeAll
    void connect() throws IOException {
        directory = directory.toRealPath();
        this.client = McpClient.builder("files")
                .transport(NodePackage.of(PACKAGE).stdio(Map.of(), directory.toString()))
                .build();
        this.client.session().connect();
    }

    @AfterAll
    void close() {
        if (this.client != null) {
            this.client.close();
        }
    }

    @Test
    void allFourteenToolsAreListedWithSchemas() {
        List<Tool> tools = this.client.listTools();
        assertThat(tools)
                .extracting(Tool::name)
                .containsExactlyInAnyOrder(
                        "create_directory",
                        "directory_tree",
                        "edit_file",
                        "get_file_info",
                        "list_allowed_directories",
                        "list_directory",
                        "list_directory_with_sizes",
                        "move_file",
                        "read_file",
                        "read_media_file",
                        "read_multiple_files",
                        "read_text_file",
                        "search_files",
                        "write_file");
        assertThat(tools).allSatisfy(tool -> {
            assertThat(tool.outputSchema()).isNotNull();
            assertThat(tool.annotations()).isNotNull();
            assertThat(tool.annotations().isOpenWorld()).isFalse();
        });
        assertThat(tools)
                .filteredOn(tool -> !tool.annotations().isReadOnly())
                .extracting(Tool::name)
                .containsExactlyInAnyOrder("create_directory", "edit_file", "move_file", "write_file");
    }

    @Test
    void listAllowedDirectoriesReturnsTheConfiguredDirectory() {
        assertThat(text("list_allowed_directories", Map.of())).isEqualTo("Allowed directories:\n" + directory);
    }

    @Test
    void writeFileWritesEveryCharacterAndReadFileReadsIt() throws IOException {
        Path file = directory.resolve("written with späces.txt");
        String content = "line 1\n\ttab \"quote\" \\ \uD83D\uDE80 世界\r\nend\n".repeat(2000);
        assertThat(text("write_file", Map.of("path", file.toString(), "content", content)))
                .isEqualTo("Successfully wrote to " + file);
        assertThat(Files.readString(file)).isEqualTo(content);
        assertThat(text("read_file", Map.of("path", file.toString()))).isEqualTo(content);
        assertThat(text("read_text_file", Map.of("path", file.toString()))).isEqualTo(content);
    }

    @Test
    void readTextFileReadsAPart() throws IOException {
        String file = file("numbers.txt", "1\n2\n3\n4");
        assertThat(text("read_text_file", Map.of("path", file, "head", 2))).isEqualTo("1\n2");
        assertThat(text("read_text_file", Map.of("path", file, "tail", 1))).isEqualTo("4");
        assertThat(failure(this.client, "read_text_file", Map.of("path", file, "head", 1, "tail", 1)))
                .contains("both head and tail");
    }

    @Test
    void readMediaFileDistinguishesImagesAudioAndOtherData() throws IOException {
        byte[] bytes = {0, 1, 2, (byte) 0xff, 127};
        ImageContent image = block(media("picture.png", bytes), 0, ImageContent.class);
        assertThat(image.mimeType()).isEqualTo("image/png");
        assertThat(image.bytes()).isEqualTo(bytes);
        AudioContent sound = block(media("sound.wav", bytes), 0, AudioContent.class);
        assertThat(sound.mimeType()).isEqualTo("audio/wav");
        assertThat(sound.bytes()).isEqualTo(bytes);
        EmbeddedResource other = block(media("other.bin", bytes), 0, EmbeddedResource.class);
        assertThat(((BlobResourceContents) other.resource()).bytes()).isEqualTo(bytes);
        assertThat(other.resource().uri())
                .isEqualTo(directory.resolve("other.bin").toUri().toString());
    }

    @Test
    void readMultipleFilesGoesOnAfterOneThatIsMissing() throws IOException {
        String one = file("one.txt", "first");
        String missing = directory.resolve("missing.txt").toString();
        assertThat(text("read_multiple_files", Map.of("paths", List.of(one, missing))))
                .contains(one + ":\nfirst\n", missing + ": Error - ENOENT");
    }

    @Test
    void editFileShowsTheDiffAndAppliesIt() throws IOException {
        String file = file("edited.txt", "alpha\nbeta\ngamma\n");
        Map<String, Object> edit =
                Map.of("path", file, "edits", List.of(Map.of("oldText", "beta", "newText", "BETA")), "dryRun", true);
        assertThat(text("edit_file", edit)).contains("-beta", "+BETA");
        assertThat(Files.readString(Path.of(file))).contains("beta");

        text("edit_file", Map.of("path", file, "edits", edit.get("edits")));
        assertThat(Files.readString(Path.of(file))).isEqualTo("alpha\nBETA\ngamma\n");
        assertThat(failure(this.client, "edit_file", edit)).contains("Could not find exact match");
    }

    @Test
    void createDirectoryMakesParentsToo() {
        Path nested = directory.resolve("made/by/server");
        assertThat(text("create_directory", Map.of("path", nested.toString()))).startsWith("Successfully created");
        assertThat(nested).isDirectory();
    }

    @Test
    void listingsShowFilesAndDirectories() throws IOException {
        String place = place("listed");
        assertThat(text("list_directory", Map.of("path", place)).lines())
                .containsExactlyInAnyOrder("[FILE] big.txt", "[FILE] small.txt", "[DIR] sub");
        assertThat(text("list_directory_with_sizes", Map.of("path", place, "sortBy", "size")))
                .containsSubsequence("big.txt", "small.txt")
                .contains("Total: 2 files, 1 directories");
        assertThat(text("directory_tree", Map.of("path", place, "excludePatterns", List.of("small.txt"))))
                .contains("\"name\": \"inner.txt\"")
                .doesNotContain("small.txt");
    }

    @Test
    void searchFilesFindsByPattern() throws IOException {
        String place = place("searched");
        assertThat(text("search_files", Map.of("path", place, "pattern", "**/*.txt"))
                        .lines())
                .containsExactlyInAnyOrder(place + "/big.txt", place + "/small.txt", place + "/sub/inner.txt");
        assertThat(text("search_files", Map.of("path", place, "pattern", "*.none")))
                .isEqualTo("No matches found");
    }

    @Test
    void getFileInfoReturnsSizeAndType() throws IOException {
        assertThat(text("get_file_info", Map.of("path", file("info.txt", "12345"))))
                .contains("size: 5", "isFile: true", "isDirectory: false");
    }

    @Test
    void moveFileMovesAndDoesNotOverwrite() throws IOException {
        String from = file("from.txt", "moved");
        String to = directory.resolve("to.txt").toString();
        text("move_file", Map.of("source", from, "destination", to));
        assertThat(Path.of(from)).doesNotExist();
        assertThat(Path.of(to)).hasContent("moved");
        assertThat(failure(this.client, "move_file", Map.of("source", file("from.txt", "x"), "destination", to)))
                .isNotBlank();
    }

    // TOOL-12
    @Test
    void pathOutsideOfTheDirectoryIsDenied() {
        assertThat(failure(this.client, "read_text_file", Map.of("path", "/etc/hostname")))
                .contains("Access denied");
        assertThat(failure(this.client, "write_file", Map.of("path", directory + "/../evil", "content", "")))
                .contains("Access denied");
        assertThatExceptionOfType(McpToolException.class)
                .isThrownBy(() -> this.client.callTool("read_text_file", Map.of("path", "/etc/hostname"), Text.class))
                .satisfies(error -> assertThat(error.resultText()).contains("Access denied"));
    }

    // ROOT-01, ROOT-04: a server without a directory of its own works on the roots that we name
    @Test
    void theServerUsesTheClientsRootsAndFollowsTheirChanges(@TempDir Path first, @TempDir Path second)
            throws IOException {
        ScriptedHandlers answers = new ScriptedHandlers();
        answers.roots(root(first));
        McpClient rooted = answers.offeredBy(McpClient.builder("files")
                        .transport(NodePackage.of(PACKAGE).stdio(Map.of())))
                .build();
        try (rooted) {
            rooted.session().connect();
            awaitDirectories(rooted, first.toRealPath().toString());
            call(rooted, "write_file", Map.of("path", first.toRealPath() + "/new.txt", "content", "by root"));
            assertThat(first.resolve("new.txt")).hasContent("by root");

            answers.roots(root(first), root(second));
            rooted.session().notifyRootsChanged();
            awaitDirectories(rooted, first.toRealPath() + "\n" + second.toRealPath());
        }
    }

    private static void awaitDirectories(McpClient client, String expected) {
        Awaitility.await().atMost(Duration.ofSeconds(15)).untilAsserted(() -> assertThat(
                        call(client, "list_allowed_directories", Map.of()).text())
                .isEqualTo("Allowed directories:\n" + expected));
    }

    private static Root root(Path path) throws IOException {
        return Root.of(path.toRealPath().toUri().toString());
    }

    /** Calls a tool; what it returns has to fit its schema, and its text has to say the same. */
    private String text(String tool, Map<String, ?> arguments) {
        CallToolResult result = call(this.client, tool, arguments);
        Results.assertFitsSchema(this.client, tool, result.structuredContent());
        assertThat(result.structuredContent()).isEqualTo(Map.of("content", result.text()));
        return result.text();
    }

    private CallToolResult media(String name, byte[] bytes) throws IOException {
        Path file = Files.write(directory.resolve(name), bytes);
        CallToolResult result = call(this.client, "read_media_file", Map.of("path", file.toString()));
        Results.assertFitsSchema(this.client, "read_media_file", result.structuredContent());
        return result;
    }

    private String file(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content, StandardCharsets.UTF_8)
                .toString();
    }

    private String place(String name) throws IOException {
        Path place = directory.resolve(name);
        Files.createDirectories(place.resolve("sub"));
        Files.writeString(place.resolve("big.txt"), "x".repeat(3000));
        Files.writeString(place.resolve("small.txt"), "x");
        Files.writeString(place.resolve("sub/inner.txt"), "");
        return place.toString();
    }
}
