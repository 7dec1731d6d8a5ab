package io.mcpclient.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A well-behaved server of the transport of 2024-11-05, and of no other: each GET opens a stream that names an address
 * of its own for messages, and what is posted there is answered on that stream. It has the same tools as {@link
 * ScriptedLegacyServer}. A rule of the script takes precedence over this behaviour; one for {@code "GET"} takes the stream's
 * place as well.
 */
public final class ScriptedSseServer extends ScriptedHttpServer {

    private static final Pattern MESSAGES = Pattern.compile("/messages\\?stream=(\\d+)");

    private final List<EventFeed> streams = new ArrayList<>();

    ScriptedSseServer(int port, Consumer<? super ScriptedSseServer> script) {
        super(port);
        script.accept(this);
        start();
    }

    /** How many streams there have been. */
    public int streamsOpened() {
        return locked(this.streams::size);
    }

    /** The newest stream, to send events on. */
    public EventFeed stream() {
        return locked(() -> this.streams.get(this.streams.size() - 1));
    }

    /** Sends a message on the newest stream. */
    public ScriptedSseServer send(String json) {
        stream().send("event: message\ndata: " + json);
        return this;
    }

    /** The address for messages of a stream, as announced. */
    public static String endpoint(int stream) {
        return "/messages?stream=" + stream;
    }

    @Override
    Reply unscripted(RecordedRequest request) {
        if (request.method().equals("GET")) {
            return open();
        }
        Matcher messages = MESSAGES.matcher(request.path());
        if (!messages.matches()) {
            return Reply.status(405).withHeader("Allow", "GET");
        }
        EventFeed stream = this.streams.get(Integer.parseInt(messages.group(1)) - 1);
        return request.rpcId() == null || request.rpcMethod() == null ? Reply.accepted() : answer(request, stream);
    }

    /** Called under the lock. */
    private Reply open() {
        EventFeed stream = new EventFeed();
        this.streams.add(stream);
        return Reply.sse("event: endpoint\ndata: " + endpoint(this.streams.size()))
                .follow(stream);
    }

    private Reply answer(RecordedRequest request, EventFeed stream) {
        String result =
                switch (String.valueOf(request.rpcMethod())) {
                    case "initialize" -> ScriptedLegacyServer.initializeResult(request);
                    case "ping" -> "{}";
                    case "tools/list" -> "{\"tools\":[{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\"}}]}";
                    case "tools/call" -> ScriptedLegacyServer.echo(request);
                    default -> null;
                };
        if (result == null) {
            return unexpected(request, "unexpected");
        }
        stream.send(
                "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":" + request.rpcId() + ",\"result\":" + result + "}");
        return Reply.status(202, "text/plain", "Accepted");
    }
}
