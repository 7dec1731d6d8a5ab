package io.mcpclient.apps;

import java.util.List;
import java.util.Optional;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.schema.Tool;

/**
 * The views of one server: HTML documents that the host shows in a sandboxed frame beside the results of tools, and that may call tools of
 * their server through the host.
 *
 * <pre>{@code
 * McpClient client = McpClient.builder("shop").url(url).extension(McpApps.extension()).build();
 * McpApps apps = client.extension(McpApps.class);
 * McpAppView view = apps.view(tool).orElseThrow();
 * McpAppDocument document = apps.read(view);
 * McpAppSession session = apps.open(view, host, owner, McpCallOptions.defaults());
 * session.toolInput(arguments);
 * session.toolResult(client.callTool(tool.name(), arguments));
 * }</pre>
 *
 * <p>This is the part of a host that runs on the server. The frame, and the transport of messages between both, belong to the front end of
 * the application. Enable the extension only if there is one: servers offer tools with views to such clients.
 *
 * <p>Operations that send requests block, and fail with an {@link io.mcpclient.error.McpException}. Thread-safe.
 *
 * @see <a href="https://modelcontextprotocol.io/extensions/apps/overview">MCP extension: Apps</a>
 */
public interface McpApps {

    /**
     * Returns the extension with default settings.
     * @return the extension, for {@link io.mcpclient.McpClientBuilder#extension}
     */
    static McpAppsExtension extension() {
        return McpAppsExtension.of(McpAppSettings.defaults());
    }

    /**
     * Returns the same operations without blocking.
     * @return the reactive API of the same client
     */
    ReactiveMcpApps reactive();

    /**
     * Returns the view of a tool. Sends no request.
     * @param tool a tool of this server
     * @return its view; empty if it names no document, or one whose URI does not begin with {@code ui://}
     */
    Optional<McpAppView> view(Tool tool);

    /**
     * Reads the document of a view with default options.
     * @param view a view of this server
     * @return the document
     */
    default McpAppDocument read(McpAppView view) {
        return read(view, McpCallOptions.defaults());
    }

    /**
     * Reads the document of a view from its server, and checks it. The response cache of the client applies.
     * @param view a view of this server
     * @param options options for each request
     * @return the document
     * @throws io.mcpclient.error.McpProtocolException if the result has no such document, another type or another hash than the pinned one,
     *     or exceeds a limit
     * @throws io.mcpclient.error.McpRejectedException if its hash is blocked, or not allowed
     */
    McpAppDocument read(McpAppView view, McpCallOptions options);

    /**
     * Pins a document that was reviewed: from now on, another one with its URI is not returned. Pins are in the memory of this client.
     * @param document a document of this server
     */
    void pin(McpAppDocument document);

    /**
     * Forgets the pin of a document.
     * @param uri its URI
     */
    void unpin(String uri);

    /**
     * Opens the bridge to a view. Sends no request. It is bound to the principal of the options, or of the thread.
     * @param view a view of this server
     * @param host what the application does for it
     * @param owner whom the view is shown to: something that only the web session of one user has, such as its id; not blank
     * @param options options for the calls of the view
     * @return the bridge
     * @throws io.mcpclient.error.McpRejectedException if too many views are open
     */
    McpAppSession open(McpAppView view, McpAppHost host, String owner, McpCallOptions options);

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
