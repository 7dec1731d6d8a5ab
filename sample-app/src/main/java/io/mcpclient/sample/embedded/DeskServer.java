package io.mcpclient.sample.embedded;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.TreeSet;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;

/**
 * The server {@code desk}, a separate process that uses the stdio transport, without Spring, so that it starts quickly. It
 * exits at the end of its standard input, which the end of the application closes.
 */
public final class DeskServer {

    /** Argument that starts the application's jar as the desk server. */
    public static final String ARGUMENT = "--stdio-server";

    private static final String ENVIRONMENT = "desk:///environment";

    private static final String VERSION = "0.1.0";

    private DeskServer() {}

    /**
     * Starts the server.
     * @param args none
     */
    public static void main(String[] args) {
        // The standard output is for messages only, so other output goes to standard error.
        PrintStream messages = System.out;
        System.setOut(System.err);
        StdioServerTransportProvider streams =
                new StdioServerTransportProvider(McpJsonDefaults.getMapper(), new EndOfLife(System.in), messages);
        McpServer.sync(streams)
                .serverInfo(Implementation.builder("desk", VERSION)
                        .title("Writing desk")
                        .build())
                .capabilities(ServerCapabilities.builder()
                        .tools(false)
                        .prompts(false)
                        .resources(false, false)
                        .completions()
                        .build())
                .tools(tools())
                .prompts(DeskPrompts.prompts())
                .completions(DeskPrompts.completions())
                .resources(List.of(environment()))
                .build();
    }

    private static List<SyncToolSpecification> tools() {
        return List.of(
                new ToolDefinition("count_words", "Count words", "Counts the words of a text.")
                        .readOnly()
                        .input("text", "string", "The text", "maxLength", 10_000)
                        .required("text")
                        .output("words", "integer", "How many words there are")
                        .handledBy(DeskServer::countWords),
                new ToolDefinition(
                                "leave_desk",
                                "Leave the desk",
                                "Ends the process of this server in the middle of the call, to show that it comes back.")
                        .writes(false, false)
                        .handledBy(input -> {
                            Runtime.getRuntime().halt(3);
                            return Results.text("Nobody will read this.");
                        }));
    }

    private record Words(long words) {}

    private static CallToolResult countWords(ToolInput input) {
        String text = input.text("text").strip();
        long words = text.isEmpty() ? 0 : text.split("\\s+").length;
        return Results.structured("The text has " + words + " words.", new Words(words));
    }

    /** Lists the environment variables that this process inherits: names, no values. */
    private static SyncResourceSpecification environment() {
        Resource resource = Resource.builder(ENVIRONMENT, "environment")
                .title("Environment")
                .description("Names of the variables that this process sees")
                .mimeType("text/plain")
                .build();
        return new SyncResourceSpecification(resource, (exchange, request) -> {
            String names = String.join("\n", new TreeSet<>(System.getenv().keySet()));
            TextResourceContents contents = TextResourceContents.builder(ENVIRONMENT, names)
                    .mimeType("text/plain")
                    .build();
            return ReadResourceResult.builder(List.of(contents)).build();
        });
    }

    /** Standard input that ends the process at its end. */
    private static final class EndOfLife extends FilterInputStream {

        EndOfLife(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            return endOrNot(super.read());
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            return endOrNot(super.read(buffer, offset, length));
        }

        private static int endOrNot(int read) {
            if (read < 0) {
                Runtime.getRuntime().halt(0);
            }
            return read;
        }
    }
}
