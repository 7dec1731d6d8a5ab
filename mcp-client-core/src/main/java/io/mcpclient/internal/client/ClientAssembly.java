package io.mcpclient.internal.client;

import java.net.URI;

import io.mcpclient.McpClient;
import io.mcpclient.auth.McpPrincipalResolver;
import io.mcpclient.call.Blocking;
import io.mcpclient.internal.connection.Connection;
import io.mcpclient.internal.inbound.InboundThreads;
import io.mcpclient.internal.observation.McpClientObservations;
import io.mcpclient.internal.pipeline.DrainGate;
import io.mcpclient.internal.pipeline.Resilience;
import io.mcpclient.internal.session.SessionMemory;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.settings.McpClientSettings;
import io.mcpclient.status.McpClientState;
import io.mcpclient.status.McpClientStatus;
import io.mcpclient.status.McpServerStatus;
import io.mcpclient.transport.McpIgnoredMessages;
import io.mcpclient.transport.McpPeer;

/**
 * Assembles a client from its settings: its parts. The order in which a call passes
 * them is that of {@link CallPipeline}, the parts that exist once per
 * identity are assembled by {@link IdentityAssembly}. Used once.
 */
public final class ClientAssembly {

    private final ClientParts parts;

    private final McpClientSettings settings;

    public ClientAssembly(ClientParts parts) {
        this.parts = parts;
        this.settings = parts.settings();
    }

    public McpClient build() {
        JsonCodec codec = new JsonCodec(JsonLimits.DEFAULT
                .withMaxMessageSize(this.settings.limits().maxMessageSize())
                .withMaxNodes(this.settings.limits().maxMessageNodes()));
        McpIgnoredMessages ignored = new McpIgnoredMessages(this.parts.name());
        ServerEndpoint endpoint = new ServerEndpoint(this.parts);
        McpClientObservations observed =
                new McpClientObservations(this.parts.name(), endpoint.peer(), this.parts.observation(), codec);
        DrainGate gate = new DrainGate(this.settings.timeouts().drainInEffect(), this.parts.time());
        Resilience resilience =
                new Resilience(this.parts.name(), this.settings, this.parts.retryPolicy(), this.parts.time());
        InboundThreads threads =
                InboundThreads.of(this.parts.name(), this.settings.limits().maxInboundRequests());
        CallPipeline.check(this.parts);
        IdentityAssembly assembly = new IdentityAssembly(
                this.parts,
                endpoint,
                new IdentityAssembly.Shared(
                        codec, ignored, observed, endpoint.transports(observed), threads, gate, resilience));

        Identities identities = identities(assembly);
        Connection connection = identities.application().connection();
        this.parts.statusListeners().forEach(connection::addListener);
        connection.addListener(
                status -> resilience.onStatus(status.isConnected(), status.state() == McpClientState.CLOSING));
        ClientLifecycle lifecycle = new ClientLifecycle(gate, connection, identities.others(), threads);
        ExtensionApis extensions = new ExtensionApis();
        ClientInside.Reference inside = ClientInside.Reference.of(reference -> new ClientInside(
                isLookedUp() ? new AwaitedIdentities(identities, reference) : identities,
                lifecycle,
                () -> status(identities, resilience, ignored, observed.peer(), assembly),
                this.settings,
                this.parts.listeners(),
                new Blocking(this.parts.name(), observed::ofCaller),
                assembly.pins(),
                extensions,
                this.parts.time()));
        DefaultReactiveMcpClient reactive = new DefaultReactiveMcpClient(this.parts.name(), inside);
        DefaultMcpClient client = new DefaultMcpClient(reactive, inside);
        extensions.create(this.parts.extensions(), client, reactive);
        return client;
    }

    private boolean isLookedUp() {
        return this.parts.transport() instanceof LookupTransportProvider;
    }

    private Identities identities(IdentityAssembly assembly) {
        McpPrincipalResolver resolver = this.parts.principals();
        if (resolver == null) {
            return Identities.of(assembly.ofApplication());
        }
        return this.parts.hasConnectionPerPrincipal()
                ? new Principals(this.parts, resolver, assembly)
                : SharedIdentity.of(this.parts, resolver, assembly.ofApplication());
    }

    private static McpClientStatus status(
            Identities identities,
            Resilience resilience,
            McpIgnoredMessages ignored,
            McpPeer peer,
            IdentityAssembly assembly) {
        Connection connection = identities.application().connection();
        SessionMemory memory = identities.application().memory();
        URI address = connection.address();
        McpServerStatus status = connection.status();
        return new McpClientStatus(
                status,
                connection.statistics(),
                resilience.status(),
                resilience.inFlight(),
                identities.users(),
                ignored.counts(),
                (memory != null) ? memory.status() : null,
                (address != null) ? McpPeer.http(address) : peer,
                connection.sessionId(),
                assembly.extensions(status.server()));
    }
}
