package io.mcpclient.autoconfigure;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.web.reactive.function.client.WebClient;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.McpClients;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.autoconfigure.auth.AuthBeans;
import io.mcpclient.autoconfigure.beans.HandlerBeans;
import io.mcpclient.autoconfigure.beans.ListenerBeans;
import io.mcpclient.autoconfigure.beans.ResolverBeans;
import io.mcpclient.autoconfigure.beans.ServerBeans;
import io.mcpclient.autoconfigure.beans.SslContexts;
import io.mcpclient.autoconfigure.beans.TransportBeans;
import io.mcpclient.autoconfigure.settings.ServerPolicy;
import io.mcpclient.autoconfigure.settings.ServerSettings;
import io.mcpclient.autoconfigure.settings.ServerSettingsMapper;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.call.McpToolInterceptor;
import io.mcpclient.registry.McpServerTools;
import io.mcpclient.schema.Implementation;
import io.mcpclient.settings.McpClientSettings;
import io.mcpclient.spring.McpClientCustomizer;
import io.mcpclient.time.TimeSource;
import io.mcpclient.transport.McpHttpClients;

/**
 * Creates the client of a server: properties first, then handlers and listeners, then interceptors, then customizers. Its
 * methods are the factory methods of the beans that {@link McpClientRegistrar} defines.
 */
final class PropertiesMcpClientFactory {

    private final Map<String, ServerSettings> settings;

    private final Implementation clientInfo;

    private final Duration changeDebounce;

    private final McpHttpClients httpClients;

    private final SslContexts sslContexts;

    private final ServerBeans beans;

    private final ResolverBeans resolvers;

    private final TransportBeans transports;

    private final TimeSource time;

    private final McpClientCloser closer;

    private volatile ServerSettingsMapper mapper;

    /** Endpoints that customizers have set instead of the configured ones, by server. */
    private final Map<String, String> customized = new ConcurrentHashMap<>();

    private volatile ServerPolicy policy;

    PropertiesMcpClientFactory(
            Map<String, ServerSettings> settings,
            ServerSettingsMapper mapper,
            ServerPolicy policy,
            Implementation clientInfo,
            Duration changeDebounce,
            McpHttpClients httpClients,
            ObjectProvider<SslBundles> sslBundles,
            ServerBeans beans,
            ResolverBeans resolvers,
            @Nullable ObjectProvider<WebClient.Builder> webClients,
            TimeSource time,
            McpClientCloser closer) {
        this.settings = new ConcurrentSkipListMap<>(settings);
        this.mapper = mapper;
        this.policy = policy;
        this.clientInfo = clientInfo;
        this.changeDebounce = changeDebounce;
        this.httpClients = httpClients;
        this.sslContexts = new SslContexts(sslBundles);
        this.beans = beans;
        this.resolvers = resolvers;
        this.transports = new TransportBeans(beans, webClients);
        this.time = time;
        this.closer = closer;
    }

    /** Returns the settings of all enabled servers, by name. Follows servers that are added and removed. */
    Map<String, ServerSettings> settings() {
        return Collections.unmodifiableMap(this.settings);
    }

    /** Returns which tools of a server the registry has. Clients that the application defines itself have no rules. */
    McpServerTools tools(String server) {
        ServerSettings present = this.settings.get(server);
        return (present != null) ? present.tools() : McpServerTools.all();
    }

    /** Returns what creates the clients of servers that are added by the application itself. */
    McpClients.Creator creator() {
        return new McpClients.Creator() {
            @Override
            public McpClientSettings defaults() {
                return PropertiesMcpClientFactory.this.mapper.defaults();
            }

            @Override
            public McpClient create(String name, McpClientSettings settings) {
                return added(PropertiesMcpClientFactory.this.mapper.map(name, settings.validated()));
            }
        };
    }

    /** Sets the defaults and the policy for servers that are added or replaced from now on. */
    void reloaded(ServerSettingsMapper mapper, ServerPolicy policy) {
        this.mapper = mapper;
        this.policy = policy;
    }

    /** Returns the mapper for servers that are added or replaced. */
    ServerSettingsMapper mapper() {
        return this.mapper;
    }

    /**
     * Creates the client of a server that is added or replaced at run time.
     * @throws io.mcpclient.error.McpConfigurationException if the policy refuses it, among others
     */
    McpClient added(ServerSettings settings) {
        this.policy.check(settings);
        McpClient client = builder(settings).build();
        this.settings.put(settings.name(), settings);
        return client;
    }

    void removed(String server) {
        this.settings.remove(server);
        this.customized.remove(server);
    }

    /** Describes the endpoint of a server and its first connection, for the log. */
    String announcement(ServerSettings settings, boolean isStarting) {
        return settings.announcement(this.customized.get(settings.name()), isStarting);
    }

    /** Returns whether the application connects a configured server at startup, at the configured endpoint. */
    boolean startsAsConfigured(McpClient client) {
        ServerSettings settings = this.settings.get(client.name());
        return settings != null && settings.startsEagerly() && !this.customized.containsKey(client.name());
    }

    /** Called when the clients of the configured servers are created. */
    void started() {
        this.beans.started();
    }

    McpClient create(String server) {
        ServerSettings settings = this.settings.get(server);
        if (settings == null) {
            throw new IllegalStateException("no settings for the MCP server \"" + server + "\"");
        }
        return this.closer.made(builder(settings).build());
    }

    private McpClientBuilder builder(ServerSettings settings) {
        String server = settings.name();
        McpClientBuilder builder =
                McpClient.builder(server).httpClients(this.httpClients).time(this.time);
        settings.applyTo(builder);
        builder.protocol(protocol -> protocol.withClientInfo(this.clientInfo));
        builder.timeouts(timeouts -> timeouts.withChangeDebounce(this.changeDebounce));
        applySsl(settings, builder);
        this.resolvers.applyTo(settings, builder);
        new AuthBeans(this.beans, this.clientInfo.name(), this.sslContexts).applyTo(settings, builder);
        new HandlerBeans(this.beans).applyTo(server, settings.offers(), builder);
        new ListenerBeans(this.beans).applyTo(server, builder);
        List<McpInterceptor> interceptors = this.beans.of(McpInterceptor.class, server);
        interceptors.forEach(builder::interceptor);
        List<McpToolInterceptor> toolInterceptors = this.beans.of(McpToolInterceptor.class, server);
        toolInterceptors.forEach(builder::toolInterceptor);
        new HandlerBeans(this.beans).applyApproval(server, builder);
        this.transports.applyTo(settings, builder);
        String configured = builder.endpoint();
        List<McpClientCustomizer> customizers = this.beans.of(McpClientCustomizer.class, server);
        customizers.forEach(customizer -> customizer.customize(server, builder));
        String endpoint = builder.endpoint();
        if (endpoint.equals(configured)) {
            this.customized.remove(server);
        } else {
            this.customized.put(server, endpoint);
        }
        return builder;
    }

    ReactiveMcpClient reactive(McpClient client) {
        return MockedClients.reactive(client);
    }

    private void applySsl(ServerSettings settings, McpClientBuilder builder) {
        SSLContext context = this.sslContexts.ofServer(settings);
        if (context != null) {
            builder.http(http -> http.withSslContext(context));
        }
    }
}
