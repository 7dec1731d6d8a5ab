package io.mcpclient.autoconfigure;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.core.env.ConfigurableEnvironment;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

import io.mcpclient.McpClient;
import io.mcpclient.McpClients;
import io.mcpclient.autoconfigure.beans.ServerLookups;
import io.mcpclient.autoconfigure.files.McpServersFiles;
import io.mcpclient.autoconfigure.files.PastedServers;
import io.mcpclient.autoconfigure.properties.ConfiguredServers;
import io.mcpclient.autoconfigure.properties.McpProperties;
import io.mcpclient.autoconfigure.properties.ServerBinder;
import io.mcpclient.autoconfigure.properties.ServerProperties;
import io.mcpclient.autoconfigure.settings.ServerLookup;
import io.mcpclient.autoconfigure.settings.ServerPolicy;
import io.mcpclient.autoconfigure.settings.ServerSettings;
import io.mcpclient.call.Blocking;
import io.mcpclient.call.RequiredArgument;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpOutcome;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.spring.McpServers;
import io.mcpclient.spring.McpUnknownServerException;
import io.mcpclient.support.Loggers;
import io.mcpclient.text.KnownNames;
import io.mcpclient.text.SafeText;

/** The servers of the application, and their changes at run time, one after another. */
final class ManagedServers implements McpServers {

    private static final Logger logger = Loggers.CONFIGURATION;

    /** Safety limit: lookups have their own timeouts. */
    private static final Duration LOOKUP = Duration.ofMinutes(10);

    private final McpClients clients;

    private final PropertiesMcpClientFactory factory;

    private final ConfiguredServers configured;

    private final ConfigurableEnvironment environment;

    private final ServerSettingsLoader loader;

    /** Clients of disabled servers, with the settings to create them again. */
    private final Map<String, Disabled> disabled = new ConcurrentSkipListMap<>();

    /** The properties of the servers that are configured, as they were bound last. */
    private Map<String, Map<String, String>> loaded;

    private final BundleUpdates bundles;

    /** Closed clients of servers that a reload has removed, which continue if a server of that name is added. */
    private final Map<String, McpClient> absent = new TreeMap<>();

    private record Disabled(McpClient client, ServerSettings settings) {}

    /**
     * Changes that are valid.
     * @param bound all properties
     * @param from the servers in them
     * @param texts what the servers are bound from
     * @param changed names of the servers that differ from those before
     * @param created clients of those that are not disabled
     */
    private record Reload(
            McpProperties bound,
            ServerSettingsLoader.Loaded from,
            Map<String, Map<String, String>> texts,
            Set<String> changed,
            Map<String, McpClient> created) {}

    ManagedServers(
            McpClients clients,
            PropertiesMcpClientFactory factory,
            ConfiguredServers configured,
            ConfigurableEnvironment environment,
            ServerSettingsLoader loader,
            @Nullable SslBundles sslBundles) {
        this.bundles = new BundleUpdates(sslBundles, this::renew);
        this.clients = clients;
        this.factory = factory;
        this.configured = configured;
        this.environment = environment;
        this.loader = loader;
        this.loaded = ServerTexts.of(environment, factory.settings().keySet());
        factory.settings().values().forEach(this.bundles::follow);
        factory.enabling(this::enabling);
    }

    /** Returns how to enable a server, {@code null} if it is not disabled. */
    private @Nullable String enabling(String name) {
        if (this.disabled.containsKey(name)) {
            return "Call McpServers.enable first.";
        }
        ServerProperties server = this.configured.byName().get(name);
        return (server != null && !this.factory.mapper().isEnabled(name, server))
                ? "Set mcp.servers." + name + ".enabled to true."
                : null;
    }

    /** Replaces the connections of servers when a bundle of their TLS is reloaded. */
    private synchronized void renew(String bundle) {
        for (ServerSettings settings : List.copyOf(this.factory.settings().values())) {
            if (settings.sslBundles().contains(bundle)
                    && this.clients.find(settings.name()).isPresent()) {
                renew(bundle, settings);
            }
        }
    }

    /** A failure leaves the connection as it is, and must not keep other servers from their new one. */
    private void renew(String bundle, ServerSettings settings) {
        String change = "MCP server \"" + settings.name() + "\": the SSL bundle \"" + bundle + "\" has changed";
        try {
            replace(settings);
            logger.info("{}", change);
        } catch (McpConfigurationException ex) {
            logger.warn("{}, but the connection stays as it is: {}. {}", change, ex.problem(), ex.remedy());
        } catch (RuntimeException ex) {
            logger.warn("{}, but the connection stays as it is", change, ex);
        }
    }

    @Override
    public synchronized McpClient add(String name, Map<String, ?> properties) {
        ServerProperties server = bind("add", name, properties);
        ServerSettings settings = this.factory.mapper().map(name, server);
        if (this.clients.find(name).isPresent()) {
            return this.clients.add(name, settings.client()); // rejects the name
        }
        McpClient client = add(settings);
        this.disabled.remove(name);
        update(servers -> servers.put(name, server));
        return client;
    }

    @Override
    public Offers discover(String domain) {
        RequiredArgument.of("", "discover", "domain", domain);
        Mono<Offers> offers = this.factory
                .lookups(SafeText.excerpt(domain), "McpServers.discover")
                .discover(domain);
        return await("discover", offers);
    }

    @Override
    public Preview preview(String name, Map<String, ?> properties) {
        ServerSettings settings = this.factory.mapper().map(name, bind("preview", name, properties));
        ServerLookup lookup = settings.lookup();
        if (lookup == null) {
            throw new McpConfigurationException(
                    name,
                    "mcp.servers." + SafeText.excerpt(name),
                    "has none of card, domain and registry",
                    "Set one of them: there is nothing to look up.");
        }
        ServerLookups lookups = this.factory.lookups(name, "mcp.servers." + name + "." + settings.endpointKey());
        return await("preview", lookups.preview(name, lookup));
    }

    @Override
    public Map<String, Preview> previewFile(String content, Map<String, String> inputs) {
        PastedServers file = pasted("previewFile", content, inputs);
        Map<String, Preview> previews = new LinkedHashMap<>();
        file.names()
                .forEach(name -> previews.put(
                        name,
                        file.preview(
                                name,
                                properties -> this.factory.check(
                                        this.factory.mapper().map(name, bind("previewFile", name, properties))))));
        return previews;
    }

    @Override
    public McpClient addFromFile(String content, String name, Map<String, String> inputs, String consent) {
        RequiredArgument.of("", "addFromFile", "name", name);
        Map<String, String> properties = pasted("addFromFile", content, inputs).properties(name);
        if (!PastedServers.consent(properties).equals(consent)) {
            throw new McpConfigurationException(
                    name,
                    "The consent",
                    "is not for what the server would contact or run now",
                    "Look at the preview of the file again.");
        }
        return add(name, properties);
    }

    private PastedServers pasted(String operation, String content, Map<String, String> inputs) {
        RequiredArgument.of("", operation, "content", content);
        RequiredArgument.of("", operation, "inputs", inputs);
        return PastedServers.read(content, id -> {
            String value = inputs.get(id);
            return (value != null) ? value : this.environment.getProperty("mcp.inputs." + id);
        });
    }

    private static <T> T await(String operation, Mono<T> lookup) {
        return new Blocking("", Context::empty).await(operation, lookup, LOOKUP);
    }

    private McpClient add(ServerSettings settings) {
        McpClient client = this.factory.added(settings);
        this.bundles.follow(settings);
        return add(client);
    }

    private McpClient add(McpClient next) {
        McpClient before = this.absent.remove(next.name());
        if (before == null) {
            this.clients.add(next);
            return next;
        }
        this.clients.add(before, next);
        return this.clients.get(next.name());
    }

    @Override
    public synchronized McpClient replace(String name, Map<String, ?> properties) {
        ServerProperties server = bind("replace", name, properties);
        if (this.clients.find(name).isEmpty()) {
            throw unknown("replace", name);
        }
        McpClient client = replace(this.factory.mapper().map(name, server));
        update(servers -> servers.put(name, server));
        return client;
    }

    private McpRejectedException unknown(String operation, String name) {
        boolean isDisabled = this.disabled.containsKey(name);
        String problem = isDisabled ? "the server is disabled" : "there is no server of this name";
        List<String> known = this.clients.all().stream().map(McpClient::name).toList();
        String remedy = isDisabled ? "Call McpServers.enable first." : KnownNames.remedy("servers", name, known);
        return new McpRejectedException(
                McpErrorDetails.of(SafeText.excerpt(name), operation, McpOutcome.NOT_SENT, problem)
                        .withRemedy(remedy),
                McpRejectedException.Reason.UNKNOWN_SERVER);
    }

    private McpClient replace(ServerSettings settings) {
        McpClient next = this.factory.added(settings);
        this.bundles.follow(settings);
        return this.clients.replace(this.clients.get(settings.name()), next);
    }

    @Override
    public synchronized boolean remove(String name) {
        RequiredArgument.of("", "remove", "name", name);
        boolean wasDisabled = this.disabled.remove(name) != null;
        boolean wasPresent = this.clients.remove(name).isPresent();
        this.absent.remove(name);
        this.factory.removed(name);
        update(servers -> servers.remove(name));
        return wasDisabled || wasPresent;
    }

    @Override
    public synchronized boolean disable(String name) {
        RequiredArgument.of("", "disable", "name", name);
        ServerSettings settings = this.factory.settings().get(name);
        McpClient client = (settings != null) ? this.clients.remove(name).orElse(null) : null;
        if (client == null || settings == null) {
            return false;
        }
        this.factory.removed(name);
        this.disabled.put(name, new Disabled(client, settings));
        return true;
    }

    @Override
    public synchronized boolean enable(String name) {
        RequiredArgument.of("", "enable", "name", name);
        Disabled before = this.disabled.get(name);
        if (before == null) {
            return false;
        }
        this.clients.add(before.client(), this.factory.added(before.settings()));
        this.disabled.remove(name);
        return true;
    }

    /** Does not wait for a change: a reload may read files over a slow network, and the endpoint shows the servers during that time. */
    @Override
    public Set<String> disabled() {
        return Collections.unmodifiableSet(new TreeSet<>(this.disabled.keySet()));
    }

    @Override
    public synchronized Changes reload() {
        McpServersFiles.refresh(this.environment);
        McpProperties bound = ServerBinder.properties(Binder.get(this.environment));
        ServerSettingsLoader.Loaded from = load(bound);
        Map<String, Map<String, String>> texts =
                ServerTexts.of(this.environment, from.settings().keySet());
        Set<String> changed = new TreeSet<>(from.settings().keySet());
        changed.removeIf(name -> Objects.equals(this.loaded.get(name), texts.get(name)));
        Map<String, ServerSettings> used = new TreeMap<>(from.settings());
        used.keySet().retainAll(changed);
        used.keySet().removeAll(this.disabled.keySet());
        Map<String, McpClient> created = this.factory.created(used.values());
        used.values().forEach(this.bundles::follow);
        return apply(new Reload(bound, from, texts, changed, created));
    }

    /** A server that a bean names must not disappear, as at the start: the bean would have no effect. */
    private ServerSettingsLoader.Loaded load(McpProperties bound) {
        try {
            return this.loader.load(bound);
        } catch (McpUnknownServerException ex) {
            String property = "mcp.servers." + ex.serverName();
            throw new McpConfigurationException(
                    ex.serverName(),
                    property,
                    "is missing, but the bean \"" + ex.beanName() + "\" is annotated with @" + ex.annotation() + "(\""
                            + ex.serverName() + "\")",
                    "Set " + property + ".enabled to false to do without the server.");
        }
    }

    /** Changes the servers: nothing is invalid. */
    private Changes apply(Reload reload) {
        Map<String, ServerSettings> next = reload.from().settings();
        ServerPolicy policy = this.loader.policy(reload.bound());
        this.factory.reloaded(reload.from().mapper(), policy);
        reload.changed()
                .forEach(name -> this.disabled.computeIfPresent(
                        name, (key, before) -> new Disabled(before.client(), Objects.requireNonNull(next.get(name)))));
        Set<String> replaced = new TreeSet<>();
        reload.created().forEach((name, client) -> {
            if (use(Objects.requireNonNull(next.get(name)), client)) {
                replaced.add(name);
            }
        });
        Set<String> added = new TreeSet<>(reload.created().keySet());
        added.removeAll(replaced);
        Set<String> removed = new TreeSet<>(this.loaded.keySet());
        removed.removeAll(next.keySet());
        removed.forEach(this::leave);
        logRemoved(next.keySet());
        update(reload);
        this.loaded = reload.texts();
        removed.addAll(refused(policy));
        return new Changes(added, replaced, removed);
    }

    /** Uses the new client of a server. Returns whether it replaces one. */
    private boolean use(ServerSettings settings, McpClient next) {
        this.factory.used(settings);
        Optional<McpClient> present = this.clients.find(settings.name());
        if (present.isPresent()) {
            this.clients.replace(present.get(), next);
        } else {
            add(next);
        }
        return present.isPresent();
    }

    /** Removes a server that is not configured any more. It may return, for example when a file is corrected. */
    private void leave(String name) {
        Disabled before = this.disabled.get(name);
        McpClient client = this.clients.find(name).orElse((before != null) ? before.client() : null);
        remove(name);
        if (client != null) {
            this.absent.put(name, client);
        }
    }

    /** Continues with the bound properties, except for servers that were added or replaced here and are left alone. */
    private void update(Reload reload) {
        Map<String, ServerProperties> servers =
                new LinkedHashMap<>(reload.from().servers());
        this.configured.byName().forEach((name, server) -> {
            boolean isLeftAlone = this.factory.settings().containsKey(name) || this.disabled.containsKey(name);
            if (isLeftAlone && !reload.changed().contains(name)) {
                servers.put(name, server);
            }
        });
        this.configured.update(reload.bound().defaults(), servers);
    }

    private void logRemoved(Set<String> configured) {
        configured.stream()
                .filter(name -> this.clients.find(name).isEmpty() && !this.disabled.containsKey(name))
                .forEach(name -> logger.info(
                        "MCP server \"{}\" is configured, but was removed at run time. It stays removed, because its properties have"
                                + " not changed. Call McpServers.add to use it again.",
                        name));
    }

    /** Disables the servers that were added or replaced here and that the policy refuses now. Returns their names. */
    private Set<String> refused(ServerPolicy policy) {
        Set<String> refused = new TreeSet<>();
        this.factory.settings().values().forEach(settings -> {
            try {
                policy.check(settings);
            } catch (McpConfigurationException ex) {
                logger.warn("MCP server \"{}\" is disabled. {}", settings.name(), ex.getMessage());
                refused.add(settings.name());
            }
        });
        refused.forEach(this::disable);
        return refused;
    }

    private ServerProperties bind(String operation, String name, Map<String, ?> properties) {
        RequiredArgument.of("", operation, "name", name);
        RequiredArgument.of(SafeText.excerpt(name), operation, "properties", properties);
        ServerProperties server = ServerBinder.bind(name, properties);
        if (Boolean.FALSE.equals(server.enabled())) {
            throw new McpConfigurationException(
                    name,
                    "mcp.servers." + SafeText.excerpt(name) + ".enabled",
                    "is false, which applies to servers that are configured before the start",
                    "Remove it. Call McpServers.disable to disable a server.");
        }
        return server;
    }

    private void update(Consumer<Map<String, ServerProperties>> change) {
        Map<String, ServerProperties> servers = new LinkedHashMap<>(this.configured.byName());
        change.accept(servers);
        this.configured.update(servers);
    }
}
