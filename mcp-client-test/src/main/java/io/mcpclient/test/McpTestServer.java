package io.mcpclient.test;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

import io.mcpclient.McpClient;
import io.mcpclient.schema.CacheScope;
import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.status.McpEra;
import io.mcpclient.time.TimeSource;
import io.mcpclient.transport.TransportProvider;

/**
 * An MCP server for tests of applications, in memory ({@link #transport()}) and over HTTP on the loopback interface
 * ({@link #url()}). It speaks both eras of the protocol, offers the tools, resources and prompts that the test defines, and
 * records the calls that it receives.
 *
 * <pre>{@code
 * try (McpTestServer server = McpTestServer.create("weather");
 *         McpClient client = McpClient.builder("weather").transport(server.transport()).build()) {
 *     server.tool("get_forecast").returns(new Forecast("Oslo", 4.5));
 *
 *     Forecast forecast = client.callTool("get_forecast", Map.of("city", "Oslo"), Forecast.class);
 *
 *     McpAssertions.assertThat(server).hasReceivedCall("get_forecast").withArgument("city", "Oslo");
 * }
 * }</pre>
 *
 * A call of a tool that the test has not defined is answered with an error that names the defined ones.
 *
 * <p>Methods throw a {@link NullPointerException} for an argument that must not be {@code null}, and an {@link IllegalArgumentException}
 * for a blank name, a URI without a scheme and a negative duration or count. Thread-safe.
 */
public final class McpTestServer implements AutoCloseable {

    private static final Arguments API = new Arguments("McpTestServer");

    private final ServerScript script;

    private final Arguments arguments;

    private final ServerProtocol protocol;

    private final MemoryEnd memory;

    private final HttpEnd http;

    private final NettyServer netty;

    /** Completes a recording. */
    private volatile Runnable beforeClose = () -> {};

    /** Replays a recording from its beginning. */
    private volatile Runnable onReset = () -> {};

    private McpTestServer(String name) {
        this.script = new ServerScript(API.text(name, "name"));
        this.arguments = Arguments.ofServer(name);
        this.protocol = new ServerProtocol(this.script);
        this.memory = new MemoryEnd(this.protocol);
        this.http = new HttpEnd(this.protocol, this.script);
        this.netty = new NettyServer(this.http, this.arguments.owner());
    }

    /**
     * Creates a server without tools.
     * @param name name that the server reports of itself, and that appears in assertions
     * @return the server; it needs to be closed only if {@link #url()} was used, or if clients outlive it
     */
    public static McpTestServer create(String name) {
        return new McpTestServer(name);
    }

    /**
     * Creates a server that answers from a recording, see {@link McpRecording}.
     * @param name name that the server reports of itself
     * @param file the recording
     * @return the server
     * @throws IllegalArgumentException if the file is not a recording
     */
    public static McpTestServer replay(String name, Path file) {
        return replay(API.text(name, "name"), McpRecording.read(file));
    }

    /**
     * Creates a server that answers from a recording. A request that was not recorded is answered with an error that shows the
     * most similar recorded one, a list that was not recorded with an empty one.
     * @param name name that the server reports of itself
     * @param recording the recording
     * @return the server
     */
    public static McpTestServer replay(String name, McpRecording recording) {
        McpTestServer server = create(name);
        API.present(recording, "recording");
        server.onReset = () -> server.script.settings().responder = recording.replayed();
        server.onReset.run();
        return server;
    }

    /**
     * Creates a server that passes all requests on to a real server, and records requests and answers. Requests of the real
     * server, such as elicitation, are handled by the real client and are not recorded. When the server is closed, it records the
     * lists of tools, prompts and resources that nothing has requested, since a replaying application lists them on its own.
     * @param name name that the server reports of itself
     * @param real client of the real server; it is not closed
     * @param recording receives the conversation
     * @return the server, to be closed before the recording is written
     */
    public static McpTestServer record(String name, McpClient real, McpRecording recording) {
        McpTestServer server = create(name);
        server.script.settings().responder = API.present(recording, "recording").recorded(API.present(real, "real"));
        server.beforeClose = () -> McpRecording.requestMissingLists(server);
        return server;
    }

    /**
     * Returns the name of the server.
     * @return the name
     */
    public String name() {
        return this.script.name();
    }

    /**
     * Returns a transport without a network, for {@link io.mcpclient.McpClientBuilder#transport}.
     * @return the transport, for any number of clients
     */
    public TransportProvider transport() {
        return this.memory.transport();
    }

    HttpEnd http() {
        return this.http;
    }

    /**
     * Starts to listen at a free port of the loopback interface, at the first call.
     * @return the URL of the server
     * @throws IllegalStateException if it is closed and has never listened
     */
    public String url() {
        return this.netty.url();
    }

    /**
     * Sets the eras that the server supports, by default both. Clients prefer the stateless one.
     * @param first an era
     * @param more more eras
     * @return this
     */
    public McpTestServer eras(McpEra first, McpEra... more) {
        EnumSet<McpEra> eras = EnumSet.of(this.arguments.present(first, "first"));
        for (McpEra era : this.arguments.present(more, "more")) {
            eras.add(this.arguments.present(era, "more"));
        }
        return eras(eras);
    }

    McpTestServer eras(Set<McpEra> eras) {
        if (eras.isEmpty()) {
            throw new IllegalArgumentException(
                    this.arguments.owner() + ": it supports no era. Name one, or omit the setting.");
        }
        this.script.settings().eras = Set.copyOf(eras);
        return this;
    }

    /**
     * Sets the time that {@link McpTestTool#delays} waits for, by default that of the system.
     * @param time the time, such as a {@link McpTestClock}
     * @return this
     */
    public McpTestServer time(TimeSource time) {
        this.script.settings().time = this.arguments.present(time, "time");
        return this;
    }

    /**
     * Lets clients of the stateless era cache lists and resources for one user, by default not at all.
     * @param ttl how long; zero for not at all
     * @return this
     */
    public McpTestServer cacheFor(Duration ttl) {
        return cacheFor(ttl, CacheScope.PRIVATE);
    }

    /**
     * Lets clients of the stateless era cache lists and resources.
     * @param ttl how long; zero for not at all
     * @param scope for one user, or for all
     * @return this
     */
    public McpTestServer cacheFor(Duration ttl, CacheScope scope) {
        this.script.settings().cacheFor(this.arguments.duration(ttl, "ttl"), this.arguments.present(scope, "scope"));
        return this;
    }

    /**
     * Sets what the server reports of itself, by default its name and the version {@code test}.
     * @param info name, version, title and more
     * @param instructions a text for models, or {@code null} for none
     * @return this
     */
    public McpTestServer info(Implementation info, @Nullable String instructions) {
        this.script.settings().describe(this.arguments.present(info, "info"), instructions);
        return this;
    }

    /**
     * Sets the capabilities that the server declares, by default tools, resources, prompts, completions, logging and tasks of the
     * stateless era, with notifications of changes.
     * In the stateless era, methods of other features are not found, and changes that are not declared are not announced.
     * @param capabilities the capabilities as plain JSON
     * @return this
     */
    public McpTestServer capabilities(Map<String, Object> capabilities) {
        this.script.settings().capabilities = this.arguments.json(capabilities, "capabilities");
        return this;
    }

    /**
     * Observes requests, by default not at all: their spans are children of the client's spans, and they are measured, as in a server.
     * @param registry the registry, such as that of the application
     * @return this
     */
    public McpTestServer observations(ObservationRegistry registry) {
        this.script.settings().observations = this.arguments.present(registry, "registry");
        return this;
    }

    /**
     * Answers all requests of a method with a function: of one that the server does not know otherwise, or in place of its own answer, such as
     * the empty one to {@code completion/complete}. If {@code resources/read} has a function, clients can subscribe to the
     * resources for which it does not fail.
     * @param method method of the protocol
     * @param function returns the result, an object that is written as a JSON object, or {@code null} for an empty one; may block; throws
     *     a {@link McpTestError} for a JSON-RPC error
     * @return this
     */
    public McpTestServer on(String method, Function<McpTestRequest, ? extends @Nullable Object> function) {
        this.script.handler(this.arguments.text(method, "method"), this.arguments.present(function, "function"));
        return this;
    }

    /**
     * Tells connected clients that the list of resources has changed, for a list that a function of {@link #on} returns.
     * @return this
     */
    public McpTestServer resourcesChanged() {
        this.protocol.listChanged("resources");
        return this;
    }

    /**
     * Tells the clients that follow a resource that it has changed, for a resource that a function of {@link #on} returns.
     * @param uri URI of the resource
     * @return this
     */
    public McpTestServer resourceChanged(String uri) {
        this.protocol.updated(this.arguments.uri(uri, "uri"));
        return this;
    }

    /**
     * Ends the subscriptions of the stateless era with their results, as a server does before it stops. Requests for new ones fail
     * until {@link #accept()}, over HTTP with the status 503.
     * @return this
     */
    public McpTestServer endSubscriptions() {
        this.protocol.subscriptions().end();
        return this;
    }

    /**
     * Defines a tool, instead of a present one of the same name, and tells connected clients that the list has changed.
     * @param name name of the tool
     * @return the tool, without an answer
     */
    public McpTestTool tool(String name) {
        McpTestTool tool =
                new McpTestTool(this.arguments.text(name, "name"), this.arguments.ofTool(name), this::toolsChanged);
        this.script.tool(tool);
        toolsChanged();
        return tool;
    }

    /**
     * Removes a tool, and tells connected clients that the list has changed.
     * @param name name of the tool
     * @return this
     */
    public McpTestServer removeTool(String name) {
        if (this.script.removeTool(this.arguments.present(name, "name"))) {
            toolsChanged();
        }
        return this;
    }

    private void toolsChanged() {
        this.protocol.listChanged("tools");
    }

    /**
     * Defines a text resource, or changes it and tells the clients that follow it.
     * @param uri URI of the resource
     * @param text the text
     * @return this
     */
    public McpTestServer resource(String uri, String text) {
        this.arguments.uri(uri, "uri");
        this.arguments.present(text, "text");
        return resource(uri, Map.of("uri", uri, "mimeType", "text/plain", "text", text));
    }

    /**
     * Defines a binary resource, or changes it and tells the clients that follow it.
     * @param uri URI of the resource
     * @param mimeType MIME type
     * @param bytes the contents
     * @return this
     */
    public McpTestServer resource(String uri, String mimeType, byte[] bytes) {
        this.arguments.uri(uri, "uri");
        this.arguments.text(mimeType, "mimeType");
        this.arguments.present(bytes, "bytes");
        String blob = Base64.getEncoder().encodeToString(bytes);
        return resource(uri, Map.of("uri", uri, "mimeType", mimeType, "blob", blob));
    }

    private McpTestServer resource(String uri, Map<String, Object> contents) {
        boolean isKnown = this.script.resource(uri) != null;
        this.script.resource(uri, contents);
        if (isKnown) {
            this.protocol.updated(uri);
        } else {
            this.protocol.listChanged("resources");
        }
        return this;
    }

    /**
     * Defines a prompt that consists of one message of the user.
     * @param name name of the prompt
     * @param text text of the message
     * @return this
     */
    public McpTestServer prompt(String name, String text) {
        this.script.prompt(this.arguments.text(name, "name"), this.arguments.present(text, "text"));
        this.protocol.listChanged("prompts");
        return this;
    }

    /**
     * Sends a log message to the connected clients of the handshake era.
     * @param level level of the message
     * @param data the message
     * @return this
     */
    public McpTestServer log(LoggingLevel level, Object data) {
        this.arguments.present(level, "level");
        this.arguments.present(data, "data");
        this.protocol.log(Map.of("level", level, "data", data));
        return this;
    }

    /**
     * Closes all connections and forgets all sessions. Clients connect again with their next call, or in the background.
     * @return this
     */
    public McpTestServer disconnect() {
        this.memory.disconnect();
        this.http.disconnect();
        return this;
    }

    /**
     * Closes all connections and refuses new ones until {@link #accept()}, like a server that is down; a {@link McpTestServlet} answers
     * with the status 503.
     * @return this
     */
    public McpTestServer refuse() {
        this.memory.refuse(true);
        this.http.refuse(true);
        this.netty.refuse(true);
        return this;
    }

    /**
     * Accepts connections again, over HTTP at the same port.
     * @return this
     * @throws IllegalStateException if the server is closed
     */
    public McpTestServer accept() {
        this.netty.requireOpen();
        this.protocol.subscriptions().accept();
        this.memory.refuse(false);
        this.http.refuse(false);
        this.netty.refuse(false);
        return this;
    }

    /**
     * Returns the calls of tools so far.
     * @return a snapshot, in order
     */
    public List<McpTestCall> calls() {
        return this.script.calls();
    }

    String describeCalls() {
        return this.script.describeCalls();
    }

    /**
     * Returns the calls of one tool so far.
     * @param tool name of the tool
     * @return a snapshot, in order
     */
    public List<McpTestCall> calls(String tool) {
        this.arguments.present(tool, "tool");
        return calls().stream().filter(call -> call.tool().equals(tool)).toList();
    }

    /**
     * Waits for calls of any tools.
     * @param count how many calls in all
     * @param limit the longest time
     * @return all calls so far
     * @throws AssertionError if there were fewer
     */
    public List<McpTestCall> awaitCalls(int count, Duration limit) {
        this.script.awaitCalls(this.arguments.count(count, "count"), this.arguments.duration(limit, "limit"));
        return calls();
    }

    /**
     * Waits until a client has listed the tools since they were changed for the last time: since a tool was defined, changed or removed. A
     * registry may still need a moment.
     * @param limit the longest time
     * @return this
     * @throws AssertionError if no client has
     */
    public McpTestServer awaitListed(Duration limit) {
        this.script.awaitListed(this.arguments.duration(limit, "limit"));
        return this;
    }

    /**
     * Returns how many requests of a method the server has received.
     * @param method method of the protocol, for example {@code tools/list}
     * @return the number
     */
    public int requests(String method) {
        return this.script.requests(this.arguments.present(method, "method"));
    }

    /**
     * Removes all tools, resources, prompts, functions and recorded calls, and ends an outage as {@link #accept()} does, unless the server
     * is closed. A recording is replayed from its beginning. Connections stay open.
     * @return this
     */
    public McpTestServer reset() {
        this.script.reset();
        this.onReset.run();
        if (!this.netty.isClosed()) {
            accept();
        }
        this.protocol.allListsChanged();
        return this;
    }

    /** Closes all connections and refuses new ones from now on: calls fail, as after {@link #refuse()}. */
    @Override
    public void close() {
        Runnable first = this.beforeClose;
        this.beforeClose = () -> {};
        first.run();
        refuse();
        this.netty.close();
    }

    @Override
    public String toString() {
        return "test server \"" + name() + "\"";
    }
}
