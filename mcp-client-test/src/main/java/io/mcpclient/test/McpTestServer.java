package io.mcpclient.test;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import reactor.core.publisher.Mono;

import io.mcpclient.McpClient;
import io.mcpclient.error.McpException;
import io.mcpclient.schema.LoggingLevel;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.status.McpEra;
import io.mcpclient.time.TimeSource;
import io.mcpclient.transport.McpTransport;
import io.mcpclient.transport.TransportProvider;
import io.mcpclient.transport.memory.MemoryTransportProvider;

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
 * A call of a tool that the test has not defined is answered with an error that names the defined ones. Thread-safe.
 */
public final class McpTestServer implements AutoCloseable {

    private final ServerScript script;

    private final ServerProtocol protocol;

    private final MemoryEnd memory;

    private final HttpEnd http;

    /** Completes a recording. */
    private volatile Runnable beforeClose = () -> {};

    private McpTestServer(String name) {
        this.script = new ServerScript(name);
        this.protocol = new ServerProtocol(this.script);
        this.memory = new MemoryEnd(this.protocol);
        this.http = new HttpEnd(this.protocol, this.script);
    }

    /**
     * Creates a server without tools.
     * @param name name that the server reports of itself, and that appears in assertions
     * @return the server; it needs to be closed only if {@link #url()} was used
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
        return replay(name, McpRecording.read(file));
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
        server.script.responder(recording.replayed());
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
        server.script.responder(recording.recorded(real));
        server.beforeClose = server::requestMissingLists;
        return server;
    }

    private void requestMissingLists() {
        try (McpClient client = McpClient.builder(name()).transport(transport()).build()) {
            requestUnlessDone(McpMethods.TOOLS_LIST, client::listTools);
            requestUnlessDone(McpMethods.PROMPTS_LIST, client::listPrompts);
            requestUnlessDone(McpMethods.RESOURCES_LIST, client::listResources);
            requestUnlessDone(McpMethods.RESOURCES_TEMPLATES_LIST, client.resources()::listTemplates);
        } catch (McpException ex) {
            // The real server is gone: the recording has what was received before.
        }
    }

    private void requestUnlessDone(String method, Runnable list) {
        if (requests(method) == 0) {
            list.run();
        }
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
        return new Transport(new MemoryTransportProvider(this.memory));
    }

    private record Transport(TransportProvider memory) implements TransportProvider {

        @Override
        public Mono<McpTransport> create(Context context) {
            return this.memory.create(context);
        }

        @Override
        public String description() {
            return "test server in memory";
        }
    }

    /**
     * Starts to listen at a free port of the loopback interface, at the first call.
     * @return the URL of the server
     */
    public String url() {
        return this.http.url();
    }

    /**
     * Sets the eras that the server supports, by default both. Clients prefer the stateless one.
     * @param first an era
     * @param more more eras
     * @return this
     */
    public McpTestServer eras(McpEra first, McpEra... more) {
        return eras(EnumSet.of(first, more));
    }

    McpTestServer eras(Set<McpEra> eras) {
        this.script.eras(eras);
        return this;
    }

    /**
     * Sets the time that {@link McpTestTool#delays} waits for, by default that of the system.
     * @param time the time, such as a {@link McpTestClock}
     * @return this
     */
    public McpTestServer time(TimeSource time) {
        this.script.time(time);
        return this;
    }

    /**
     * Lets clients of the stateless era cache lists and resources, by default not at all.
     * @param ttl how long; zero for not at all
     * @return this
     */
    public McpTestServer cacheFor(Duration ttl) {
        this.script.ttl(ttl);
        return this;
    }

    /**
     * Defines a tool, instead of a present one of the same name, and tells connected clients that the list has changed.
     * @param name name of the tool
     * @return the tool, without an answer
     */
    public McpTestTool tool(String name) {
        McpTestTool tool = new McpTestTool(name, this::toolsChanged);
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
        if (this.script.removeTool(name)) {
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
        this.script.prompt(name, text);
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
     * Closes all connections and refuses new ones until {@link #accept()}, like a server that is down.
     * @return this
     */
    public McpTestServer refuse() {
        this.memory.refuse(true);
        this.http.refuse(true);
        return this;
    }

    /**
     * Accepts connections again, over HTTP at the same port.
     * @return this
     */
    public McpTestServer accept() {
        this.memory.refuse(false);
        this.http.refuse(false);
        return this;
    }

    /**
     * Returns the calls of tools so far.
     * @return a snapshot, in order
     */
    public List<McpTestCall> calls() {
        return this.script.calls();
    }

    /**
     * Returns the calls of one tool so far.
     * @param tool name of the tool
     * @return a snapshot, in order
     */
    public List<McpTestCall> calls(String tool) {
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
        this.script.awaitCalls(count, limit);
        return calls();
    }

    /**
     * Waits until a client has listed the tools since they were changed for the last time. A registry may still need a moment.
     * @param limit the longest time
     * @return this
     * @throws AssertionError if no client has
     */
    public McpTestServer awaitListed(Duration limit) {
        this.script.awaitListed(limit);
        return this;
    }

    /**
     * Returns how many requests of a method the server has received.
     * @param method method of the protocol, for example {@code tools/list}
     * @return the number
     */
    public int requests(String method) {
        return this.script.requests(method);
    }

    /**
     * Removes all tools, resources, prompts and recorded calls. Connections stay open.
     * @return this
     */
    public McpTestServer reset() {
        this.script.reset();
        this.protocol.allListsChanged();
        return this;
    }

    /** Closes all connections and stops to listen. */
    @Override
    public void close() {
        Runnable first = this.beforeClose;
        this.beforeClose = () -> {};
        first.run();
        disconnect();
        this.http.close();
    }

    @Override
    public String toString() {
        return "test server \"" + name() + "\"";
    }
}
