package io.mcpclient;

import java.io.IOException;
import java.lang.StackWalker.StackFrame;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Counts what the response to a plain tool call passes on its way from the HTTP response to the caller. The list is in
 * {@code target/call-path.txt}; {@code docs/architecture.md} has the number.
 */
@Timeout(60)
class CallPathTests {

    /** Operators and stages, three of WebClient among them; one more needs a reason. */
    private static final int MOST = 12;

    @Test
    void responsePassesFewOperatorsAndStages() throws IOException {
        List<StackFrame> frames = new CopyOnWriteArrayList<>();
        try (ScriptedHttpServer server = ScriptedHttpServer.legacy();
                McpClient client =
                        McpClient.builder("weather").url(server.url()).build()) {
            client.session().connect();
            server.on("tools/call").reply(Reply.result("{\"content\":[]}"));

            client.reactive()
                    .callTool("echo", Map.of())
                    .doOnNext(result -> frames.addAll(StackWalker.getInstance().walk(stack -> stack.toList())))
                    .block();
        }

        List<String> path = path(frames);
        path.remove(0); // the operator of this test
        Files.write(Path.of("target", "call-path.txt"), path);

        assertThat(path)
                .hasSizeLessThanOrEqualTo(MOST)
                .contains("io.mcpclient.internal.era.PendingResponse$Reader")
                .filteredOn(name -> name.startsWith("io.mcpclient"))
                .hasSizeGreaterThan(2);
    }

    /** From the caller up to the operator that has read the body. */
    private static List<String> path(List<StackFrame> frames) {
        List<String> path = new ArrayList<>();
        for (StackFrame frame : frames) {
            String type = frame.getClassName();
            boolean signals = frame.getMethodName().equals("onNext") // a method that it overrides is a frame as well
                    && frame.getDescriptor().equals("(Ljava/lang/Object;)V");
            if (signals && (type.startsWith("reactor.core.publisher.") || type.startsWith("io.mcpclient."))) {
                path.add(type);
            }
            if (type.endsWith("JsonResponse$Reader") && signals) {
                break;
            }
        }
        return path;
    }
}
