package io.mcpclient;

import io.mcpclient.internal.inbound.InboundThreads;
import io.mcpclient.internal.observation.McpClientObservations;
import io.mcpclient.internal.pipeline.DrainGate;
import io.mcpclient.internal.pipeline.Resilience;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.settings.McpClientSettings;
import io.mcpclient.status.McpClientState;
import io.mcpclient.transport.McpIgnoredMessages;

/**
 * Assembles a client from its settings: its parts. The order in which a call passes
 * them is that of {@link CallPipeline}, the parts that exist once per
 * identity are assembled by {@link IdentityAssembly}. Used once.
 */
final class ClientAssembly {

    private final ClientParts parts;

    private final McpClientSettings settings;

    ClientAssembly(ClientParts parts) {
        this.parts = parts;
        this.settings = parts.settings();
    }

    McpClient build() {
        JsonCodec codec = new JsonCodec(JsonLimits.DEFAULT
                .withMaxMessageSize(this.settings.limits().maxMessageSize())
                .withMaxNodes(this.settings.limits().maxMessageNodes()));
        McpIgnoredMessages ignored = new McpIgnoredMessages(this.parts.name());
        ServerEndpoint endpoint = new ServerEndpoint(this.parts);
        McpClientObservations observed =
                new McpClientObservations(this.parts.name(), endpoint.peer(), this.parts.observation(), codec);
        DrainGate gate = new DrainGate(this.settings.timeouts().drainInEffect(), this.parts.time());
        Resilience resilience = new Resilience(this.parts.name(), this.settings, this.parts.time());
        InboundThreads threads =
                InboundThreads.of(this.parts.name(), this.settings.limits().maxInboundRequests());
        IdentityAssembly identities = new IdentityAssembly(
                this.parts,
                endpoint,
                new IdentityAssembly.Shared(
                        codec,
                        ignored,
                        observed,
                        observed.transport(endpoint.transport(observed.webClient())),
                        threads,
                        new CallPipeline(this.parts, observed, gate, resilience, threads, codec)));

        Principals principals = (this.parts.principals() != null)
                ? new Principals(this.parts, this.parts.principals(), identities, gate)
                : null;
        Identity application = (principals != null)
                ? principals.application()
                : identities.ofApplication(connection ->
                        new ClientLifecycle(gate, connection, ClientLifecycle.Others.NONE, identities.threads()));
        this.parts.statusListeners().forEach(application.connection()::addListener);
        application
                .connection()
                .addListener(
                        status -> resilience.onStatus(status.isConnected(), status.state() == McpClientState.CLOSING));
        return new DefaultMcpClient(
                application,
                principals,
                this.settings,
                resilience,
                ignored,
                this.parts.listeners(),
                observed,
                identities.pins());
    }
}
