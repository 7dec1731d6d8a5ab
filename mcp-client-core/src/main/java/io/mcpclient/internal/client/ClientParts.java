package io.mcpclient.internal.client;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;
import org.springframework.retry.RetryPolicy;
import org.springframework.web.reactive.function.client.WebClient;

import io.mcpclient.auth.McpPrincipalResolver;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.call.McpToolApprovalListener;
import io.mcpclient.call.McpToolInterceptor;
import io.mcpclient.call.ReactiveMcpToolApproval;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.extension.McpExtension;
import io.mcpclient.internal.inbound.McpHandlers;
import io.mcpclient.internal.inbound.McpListeners;
import io.mcpclient.observation.McpObservationSettings;
import io.mcpclient.settings.McpClientSettings;
import io.mcpclient.status.McpStatusListener;
import io.mcpclient.time.TimeSource;
import io.mcpclient.transport.McpHttpClients;
import io.mcpclient.transport.ReactiveMcpServerResolver;
import io.mcpclient.transport.TransportProvider;

/**
 * What a client is built from: its settings, and the objects that the application has given to the builder. A snapshot of the
 * builder; the listeners are those of this client alone.
 *
 * @param name configured name of the server
 * @param settings settings, checked
 * @param transport custom transport, {@code null} for a URL or a command
 * @param transportDecorator decorates the transport, whichever it is
 * @param resolver resolves the addresses of the server, {@code null} if the URL is its address
 * @param authorization credentials of the server
 * @param webClient customizes the {@code WebClient}, and so may add data to requests that is not visible in a call; {@code null} if
 *     nothing does
 * @param httpClients HTTP resources, which other clients may share
 * @param handlers handlers of the server's requests
 * @param listeners listeners for the server's notifications
 * @param interceptors interceptors of the application, the outermost first
 * @param toolInterceptors blocking interceptors of tool calls, after the others
 * @param toolApproval decides on tool calls that need approval, {@code null} if there is none
 * @param approvalListeners receive decisions on tool calls
 * @param statusListeners listeners for changes of the status
 * @param principals resolves the principal of a call, {@code null} if the principals of calls are unknown
 * @param retryPolicy decides on the number of attempts, {@code null} for that of the settings
 * @param extensions extensions of the protocol that are enabled
 * @param observation where to report
 * @param time clocks and timers
 */
public record ClientParts(
        String name,
        McpClientSettings settings,
        @Nullable TransportProvider transport,
        UnaryOperator<TransportProvider> transportDecorator,
        @Nullable ReactiveMcpServerResolver resolver,
        AuthorizationChoice authorization,
        @Nullable Consumer<WebClient.Builder> webClient,
        McpHttpClients httpClients,
        McpHandlers handlers,
        McpListeners listeners,
        List<McpInterceptor> interceptors,
        List<McpToolInterceptor> toolInterceptors,
        @Nullable ReactiveMcpToolApproval toolApproval,
        List<McpToolApprovalListener> approvalListeners,
        List<McpStatusListener> statusListeners,
        @Nullable McpPrincipalResolver principals,
        @Nullable RetryPolicy retryPolicy,
        List<McpExtension<?, ?>> extensions,
        McpObservationSettings observation,
        TimeSource time) {

    McpConfigurationException invalid(String property, String problem, String remedy) {
        return new McpConfigurationException(this.name, property, problem, remedy);
    }

    /** Whether each principal has a connection and credentials of its own. */
    boolean hasConnectionPerPrincipal() {
        return this.principals != null && !this.settings.principals().sharedConnection();
    }
}
