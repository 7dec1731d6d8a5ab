package io.mcpclient.sample.pages;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.registry.McpToolSelection;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** The extension of docs/extensions.md, as it stands there, against a server. */
@Timeout(120)
class ExtensionsPageTests {

    @TempDir
    private static Path directory;

    private static CompiledPages compiled;

    private final Queue<String> changes = new ConcurrentLinkedQueue<>();

    /** Opened by two responses to the server, and one notification that has arrived. */
    private final CountDownLatch received = new CountDownLatch(3);

    private ScriptedLegacyServer server;

    @BeforeAll
    static void compile() throws IOException {
        List<Page> pages = Page.all().stream()
                .filter(page -> page.path().equals("docs/extensions.md"))
                .toList();
        compiled = CompiledPages.of(pages, directory);
        assertThat(compiled.errors()).isEmpty();
    }

    @AfterAll
    static void closePages() {
        compiled.close();
    }

    @BeforeEach
    void start() {
        this.server = ScriptedHttpServer.legacy();
        this.server.on("POST").optionally().reply(response -> {
            this.received.countDown();
            return Reply.accepted();
        });
    }

    @AfterEach
    void close() {
        this.server.close();
    }

    private static Class<?> type(String name) {
        try {
            return compiled.loader().loadClass("page.docs_extensions." + name);
        } catch (ClassNotFoundException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private void declare(String extensions) {
        this.server
                .on("initialize")
                .always()
                .reply(Reply.result(
                        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{},\"extensions\":{"
                                + extensions + "}},\"serverInfo\":{\"name\":\"desk\",\"version\":\"1\"}}"));
    }

    /** A user of the page's interface: records changes, and gives titles. */
    private Object user() {
        return Proxy.newProxyInstance(
                compiled.loader(),
                new Class<?>[] {type("NotesUser")},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "onChanged" -> changed(arguments[0] + " " + arguments[1]);
                    case "title" -> Mono.just("Title of " + arguments[1]);
                    default -> throw new IllegalStateException(method.getName());
                });
    }

    private @Nullable Object changed(String change) {
        this.changes.add(change);
        this.received.countDown();
        return null;
    }

    private Object add(String text) throws Throwable {
        Method add = type("UseNotes").getMethod("add", String.class, String.class, type("NotesUser"));
        try {
            return add.invoke(null, this.server.url(), text, user());
        } catch (InvocationTargetException ex) {
            throw ex.getCause();
        }
    }

    private static String message(String members) {
        return "data: {\"jsonrpc\":\"2.0\"," + members + "}";
    }

    @Test
    void requestNotificationAndRequestOfTheServerWork() throws Throwable {
        declare("\"com.example/notes\":{}");
        this.server
                .on("notes/add")
                .reply(Reply.sse()
                        .event(message("\"id\":1,\"method\":\"notes/title\",\"params\":{\"text\":\"milk\"}"))
                        .event(message("\"id\":2,\"method\":\"notes/title\",\"params\":{\"text\":7}"))
                        .event(message("\"method\":\"notifications/notes/changed\",\"params\":{\"id\":{}}"))
                        .event(message("\"method\":\"notifications/notes/changed\",\"params\":{\"id\":\"n1\"}"))
                        .until(this.received)
                        .event(message("\"id\":$id,\"result\":{\"id\":\"n1\"}")));

        assertThat(add("milk")).isEqualTo("n1");

        assertThat(this.changes).containsExactly("desk n1");
        assertThat(this.server.requests("POST"))
                .extracting(RecordedRequest::body)
                .containsExactlyInAnyOrder(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"title\":\"Title of milk\"}}",
                        "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32602,\"message\":\"text is missing or too"
                                + " long\"}}");
        assertThat(this.server
                        .requests("initialize")
                        .get(0)
                        .json()
                        .at("/params/capabilities/extensions")
                        .toString())
                .isEqualTo("{\"com.example/notes\":{\"maxLength\":1000}}");
    }

    @Test
    void serverWithoutTheExtensionIsNotCalled() {
        declare("\"com.example/other\":{}");

        assertThatExceptionOfType(McpRejectedException.class)
                .isThrownBy(() -> add("milk"))
                .withMessageContaining("com.example/notes")
                .extracting(McpRejectedException::outcome)
                .isEqualTo(McpOutcome.NOT_SENT);
        assertThat(this.server.requests("notes/add")).isEmpty();
    }

    @Test
    void malformedResultFailsWithAnErrorThatNamesTheServer() {
        declare("\"com.example/notes\":{}");
        this.server.on("notes/add").reply(Reply.result("{\"id\":1}"));

        assertThatExceptionOfType(McpProtocolException.class)
                .isThrownBy(() -> add("milk"))
                .withMessageContaining("\"desk\"")
                .withMessageContaining("\"id\"");
    }

    @Test
    void beansOfThePageOfferTheExtensionToModels() {
        declare("\"com.example/notes\":{\"export\":true}");
        this.server.on("notes/add").reply(Reply.result("{\"id\":\"n2\"}"));
        PageContexts.runner(compiled.loader())
                .withPropertyValues("mcp.servers.desk.url=" + this.server.url())
                .withInitializer(context -> {
                    context.getBeanFactory().registerSingleton("notesUser", user());
                    ((BeanDefinitionRegistry) context.getBeanFactory())
                            .registerBeanDefinition("page", new RootBeanDefinition(type("NotesConfiguration")));
                })
                .run(context -> {
                    McpToolRegistry registry = context.getBean(McpToolRegistry.class);
                    assertThat(registry.modelTool("add_note", McpToolSelection.all())
                                    .call("{\"text\":\"milk\"}", McpCallOptions.defaults())
                                    .text())
                            .isEqualTo("Note n2");
                    assertThat(this.server
                                    .requests("notes/add")
                                    .get(0)
                                    .json()
                                    .at("/params/text")
                                    .asString())
                            .isEqualTo("milk");
                });
    }
}
