package io.mcpclient.apps;

import java.util.List;
import java.util.Optional;

import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.schema.Tool;

/**
 * The reactive variant of {@link McpApps}. All operations fail with an {@link io.mcpclient.error.McpException}, and none blocks.
 * Thread-safe.
 */
public interface ReactiveMcpApps {

    /**
     * Returns the settings.
     * @return limits and policies
     */
    McpAppSettings settings();

    /**
     * Returns the view of a tool, see {@link McpApps#view}.
     * @param tool a tool of this server
     * @return its view, if it has one
     */
    Optional<McpAppView> view(Tool tool);

    /**
     * Reads the document of a view, see {@link McpApps#read}.
     * @param view a view of this server
     * @param options options for each request
     * @return the document
     */
    Mono<McpAppDocument> read(McpAppView view, McpCallOptions options);

    /**
     * Pins a document, see {@link McpApps#pin}.
     * @param document a document of this server
     */
    void pin(McpAppDocument document);

    /**
     * Forgets the pin of a document.
     * @param uri its URI
     */
    void unpin(String uri);

    /**
     * Opens the bridge to a view, see {@link McpApps#open}.
     * @param view a view of this server
     * @param host what the application does for it
     * @param owner whom the view is shown to
     * @param options options for the calls of the view
     * @return the bridge
     */
    Mono<McpAppSession> open(McpAppView view, McpAppHost host, String owner, McpCallOptions options);

    /**
     * Finds an open view.
     * @param id identifier of the view
     * @param owner owner that it was opened for
     * @return the view; empty if there is none, it is closed, or it has another owner
     */
    Optional<McpAppSession> find(String id, String owner);

    /**
     * Returns the open views.
     * @return a snapshot
     */
    List<McpAppSession> sessions();
}
