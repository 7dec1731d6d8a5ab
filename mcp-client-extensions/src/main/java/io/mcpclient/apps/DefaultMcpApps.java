package io.mcpclient.apps;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.extension.McpExtensionContext;
import io.mcpclient.schema.Tool;

/**
 * Blocking API on top of the reactive one.
 *
 * @param reactive the reactive API
 * @param context access to the client
 */
record DefaultMcpApps(ReactiveMcpApps reactive, McpExtensionContext context) implements McpApps {

    /** Most requests of one operation: the document, and the list of resources. */
    private static final int REQUESTS = 2;

    private <T> T await(String operation, Mono<T> work, McpCallOptions options) {
        Duration longest = options.maxTimeout();
        Duration max =
                (longest != null) ? longest : this.context.settings().timeouts().requestMax();
        return this.context.await(operation, work, max.multipliedBy(REQUESTS));
    }

    @Override
    public Optional<McpAppView> view(Tool tool) {
        return this.reactive.view(tool);
    }

    @Override
    public McpAppDocument read(McpAppView view, McpCallOptions options) {
        return await(AppErrors.READ, this.reactive.read(view, options), options);
    }

    @Override
    public void pin(McpAppDocument document) {
        this.reactive.pin(document);
    }

    @Override
    public void unpin(String uri) {
        this.reactive.unpin(uri);
    }

    @Override
    public McpAppSession open(McpAppView view, McpAppHost host, String owner, McpCallOptions options) {
        return await(AppErrors.OPEN, this.reactive.open(view, host, owner, options), options);
    }

    @Override
    public Optional<McpAppSession> find(String id, String owner) {
        return this.reactive.find(id, owner);
    }

    @Override
    public List<McpAppSession> sessions() {
        return this.reactive.sessions();
    }
}
