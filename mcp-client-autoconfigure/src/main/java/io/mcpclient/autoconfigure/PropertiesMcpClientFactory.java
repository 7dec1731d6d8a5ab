package io.mcpclient.autoconfigure;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.McpClient;
import io.mcpclient.McpClientBuilder;
import io.mcpclient.McpClients;
import io.mcpclient.ReactiveMcpClient;
import io.mcpclient.autoconfigure.auth.AuthBeans;
import io.mcpclient.autoconfigure.beans.HandlerBeans;
import io.mcpclient.autoconfigure.beans.ListenerBeans;
import io.mcpclient.autoconfigure.beans.ResolverBeans;
import io.mcpclient.autoconfigure.beans.ServerBeans;
import io.mcpclient.autoconfigure.beans.ServerLookups;
import io.mcpclient.autoconfigure.beans.SslContexts;
import io.mcpclient.autoconfigure.beans.TransportBeans;
import io.mcpclient.autoconfigure.settings.FoundServer;
import io.mcpclient.autoconfigure.settings.ServerLookup;
import io.mcpclient.autoconfigure.settings.ServerPolicy;
import io.mcpclient.autoconfigure.settings.ServerSettings;
import io.mcpclient.autoconfigure.settings.ServerSettingsMapper;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.call.McpToolInterceptor;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.registry.McpServerTools;
import io.mcpclient.schema.Implementation;
import io.mcpclient.settings.McpClientSettings;
import io.mcpclient.spring.McpClientCustomizer;
import io.mcpclient.support.Loggers;
import io.mcpclient.text.SafeText;
import io.mcpclient.time.TimeSource;
import io.mcpclient.transport.McpHttpClients;

/**
 * Creates the client of a server: properties first, then handlers and listeners, then interceptors, then customizers. Its
 * methods are the factory methods of the beans that {@link McpClientRegistrar} defines.
 */
final class PropertiesMcpClientFactory {

    private static final Logger logger = Loggers.CONFIGURATION;

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

    private final ObjectProvider<ServerLookups> lookups;

    /** Clients whose server is looked up, by name, until the collection of all clients exists. */
    private final Map<String, McpClient> awaited = new ConcurrentHashMap<>();

    private volatile @Nullable McpClients clients;

    private volatile Function<String, @Nullable String> enabling = name -> null;

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
            ObjectProvider<ServerLookups> lookups,
            TimeSource time,
            McpClientCloser closer) {
        this.lookups = lookups;
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

    /** Returns what was looked up for a server, {@code null} if its address is configured or not known yet. */
    @Nullable
    FoundServer found(String server) {
        ServerSettings present = this.settings.get(server);
        return (present != null) ? present.found() : null;
    }

    /** Returns which tools of a server the registry has. Clients that the application defines itself have no rules. */
    McpServerTools tools(String server) {
        ServerSettings present = this.settings.get(server);
        return (present != null) ? present.tools() : McpServerTools.all();
    }

    private static void log(String server, FoundServer found) {
        String version = SafeText.excerpt(found.name()) + "@" + SafeText.excerpt(found.version());
        logger.info("MCP server \"{}\": found as {} of {}", server, version, SafeText.excerpt(found.source()));
        found.warnings().forEach(warning -> logger.warn("MCP server \"{}\": {}: {}", server, version, warning));
    }

    /** Called as soon as the clients exist. */
    void use(McpClients clients) {
        this.clients = clients;
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

            @Override
            public @Nullable String enabling(String name) {
                return PropertiesMcpClientFactory.this.enabling.apply(name);
            }
        };
    }

    /** Sets what knows how to enable a disabled server. */
    void enabling(Function<String, @Nullable String> enabling) {
        this.enabling = enabling;
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

    /** Checks whether the policy refuses a server. */
    void check(ServerSettings settings) {
        this.policy.check(settings);
    }

    /**
     * Creates the client of a server that is added or replaced at run time.
     * @throws io.mcpclient.error.McpConfigurationException if the policy refuses it, among others
     */
    McpClient added(ServerSettings settings) {
        this.policy.check(settings);
        McpClient client = build(settings);
        used(settings);
        return client;
    }

    /** Creates the clients of servers that are changed together, or none of them. The policy permits them. */
    Map<String, McpClient> created(Collection<ServerSettings> servers) {
        Map<String, String> before = Map.copyOf(this.customized);
        Map<String, McpClient> created = new TreeMap<>();
        try {
            servers.forEach(server -> created.put(server.name(), build(server)));
        } catch (RuntimeException | Error ex) {
            created.values().forEach(McpClient::close);
            this.customized.keySet().retainAll(before.keySet());
            this.customized.putAll(before);
            throw ex;
        }
        return created;
    }

    /** Called when a client that was created is used. */
    void used(ServerSettings settings) {
        this.settings.put(settings.name(), settings);
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
    void started(McpClients clients) {
        this.clients = clients;
        this.awaited.clear();
        this.beans.started();
    }

    /** Returns the lookups of the module for extensions. */
    ServerLookups lookups(String server, String property) {
        ServerLookups present = this.lookups.getIfAvailable();
        if (present == null) {
            throw new McpConfigurationException(
                    server,
                    property,
                    "needs lookups, which are off",
                    "Set mcp.discovery.enabled=true, and add mcp-client-extensions if it is not on the class path.");
        }
        return present;
    }

    /** Looks up the server of a client, and lets the client continue with what was found. Creating a client may block. */
    private Mono<Void> lookup(ServerSettings settings, ServerLookup lookup) {
        String server = settings.name();
        ServerLookups lookups = lookups(server, "mcp.servers." + server + "." + settings.endpointKey());
        lookups.check(server, lookup);
        return Mono.defer(() -> lookups.find(server, lookup))
                .publishOn(Schedulers.boundedElastic())
                .doOnNext(found -> found(settings, this.mapper.map(server, lookup, found)))
                .onErrorMap(McpConfigurationException.class, error -> error.at(server, error.property()))
                .then();
    }

    /** Does nothing if the server was replaced or removed during the lookup. */
    private synchronized void found(ServerSettings before, ServerSettings next) {
        String server = before.name();
        if (this.settings.get(server) != before) {
            return;
        }
        McpClients all = this.clients;
        McpClient present = (all != null) ? all.find(server).orElse(null) : this.awaited.get(server);
        if (present == null) {
            return;
        }
        McpClient client = added(next);
        FoundServer found = next.found();
        if (found != null) {
            log(server, found);
            client.listeners().addStatusListener(new CardComparison(server, found, this.beans.events()));
        }
        if (all != null) {
            all.replace(present, client);
        } else {
            new McpClients(List.of(present)).replace(present, client); // no registry follows the clients yet
        }
    }

    McpClient create(String server) {
        ServerSettings settings = this.settings.get(server);
        if (settings == null) {
            throw new IllegalStateException("no settings for the MCP server \"" + server + "\"");
        }
        McpClient client = build(settings);
        if (settings.isAwaited()) {
            this.awaited.put(server, client);
        }
        return this.closer.made(client);
    }

    /** The error of a client names settings, for example because the credentials may be those of a bean. */
    private McpClient build(ServerSettings settings) {
        String server = settings.name();
        McpClientBuilder builder = builder(settings);
        try {
            return builder.build();
        } catch (McpConfigurationException ex) {
            boolean isCustomized = ex.property().equals("url") && this.customized.containsKey(server);
            String origin = isCustomized ? null : settings.origin(ex.property());
            throw (origin != null) ? ex.at(server, origin) : ex;
        }
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
        ServerLookup lookup = settings.lookup();
        if (endpoint.equals(configured)) {
            this.customized.remove(server);
            if (lookup != null && settings.isAwaited()) {
                builder.lookup(lookup(settings, lookup));
            }
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
