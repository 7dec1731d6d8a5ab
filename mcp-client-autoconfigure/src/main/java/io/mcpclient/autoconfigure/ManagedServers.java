package io.mcpclient.autoconfigure;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.springframework.boot.context.properties.bind.Bindable;
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
import io.mcpclient.autoconfigure.properties.OwnPropertiesAdvisor;
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
    private final Map<String, Disabled> disabled = new TreeMap<>();

    /** The properties of the servers that are configured, as they were bound last. */
    private Map<String, Map<String, String>> loaded;

    private final @Nullable SslBundles sslBundles;

    /** Bundles for which a handler is registered. */
    private final Set<String> followed = ConcurrentHashMap.newKeySet();

    private record Disabled(McpClient client, ServerSettings settings) {}

    ManagedServers(
            McpClients clients,
            PropertiesMcpClientFactory factory,
            ConfiguredServers configured,
            ConfigurableEnvironment environment,
            ServerSettingsLoader loader,
            @Nullable SslBundles sslBundles) {
        this.sslBundles = sslBundles;
        this.clients = clients;
        this.factory = factory;
        this.configured = configured;
        this.environment = environment;
        this.loader = loader;
        this.loaded = texts(factory.settings().keySet());
        factory.settings().values().forEach(this::follow);
    }

    /** Replaces the connections of a server when a bundle of its TLS is reloaded. */
    private void follow(ServerSettings settings) {
        SslBundles bundles = this.sslBundles;
        for (String bundle : settings.sslBundles()) {
            boolean isKnown = bundles != null && bundles.getBundleNames().contains(bundle);
            if (bundles != null && isKnown && this.followed.add(bundle)) {
                bundles.addBundleUpdateHandler(bundle, updated -> renew(bundle));
            }
        }
    }

    private synchronized void renew(String bundle) {
        for (ServerSettings settings : List.copyOf(this.factory.settings().values())) {
            if (settings.sslBundles().contains(bundle)
                    && this.clients.find(settings.name()).isPresent()) {
                renew(bundle, settings);
            }
        }
    }

    /** A bundle that cannot be loaded leaves the connection as it is, and must not keep other servers from their new one. */
    private void renew(String bundle, ServerSettings settings) {
        try {
            replace(settings);
            logger.info("MCP server \"{}\": the SSL bundle \"{}\" has changed", settings.name(), bundle);
        } catch (McpConfigurationException ex) {
            logger.warn(
                    "MCP server \"{}\": the SSL bundle \"{}\" has changed, but the connection stays as it is: {}. {}",
                    settings.name(),
                    bundle,
                    ex.problem(),
                    ex.remedy());
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
        follow(settings);
        McpClient client = this.factory.added(settings);
        this.clients.add(client);
        return client;
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
        follow(settings);
        return this.clients.replace(this.clients.get(settings.name()), this.factory.added(settings));
    }

    @Override
    public synchronized boolean remove(String name) {
        RequiredArgument.of("", "remove", "name", name);
        boolean wasDisabled = this.disabled.remove(name) != null;
        boolean wasPresent = this.clients.remove(name).isPresent();
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

    @Override
    public synchronized Set<String> disabled() {
        return Collections.unmodifiableSet(new TreeSet<>(this.disabled.keySet()));
    }

    @Override
    public synchronized Changes reload() {
        McpServersFiles.refresh(this.environment);
        McpProperties bound = Binder.get(this.environment)
                .bindOrCreate("mcp", Bindable.of(McpProperties.class), OwnPropertiesAdvisor.LENIENT);
        ServerSettingsLoader.Loaded from = this.loader.load(bound);
        Map<String, ServerSettings> next = from.settings();
        ServerPolicy policy = this.loader.policy(bound);
        this.factory.reloaded(from.mapper(), policy);
        Map<String, Map<String, String>> texts = texts(next.keySet());
        Set<String> added = new TreeSet<>();
        Set<String> replaced = new TreeSet<>();
        Set<String> removed = new TreeSet<>(this.loaded.keySet());
        removed.removeAll(next.keySet());
        Set<String> changed = new TreeSet<>(next.keySet());
        changed.removeIf(name -> Objects.equals(this.loaded.get(name), texts.get(name)));
        changed.forEach(name -> {
            ServerSettings settings = Objects.requireNonNull(next.get(name));
            boolean isDisabled = this.disabled.containsKey(name);
            if (isDisabled) {
                this.disabled.computeIfPresent(name, (key, before) -> new Disabled(before.client(), settings));
            } else if (this.clients.find(name).isPresent()) {
                replace(settings);
                replaced.add(name);
            } else {
                add(settings);
                added.add(name);
            }
        });
        removed.forEach(this::remove);
        next.keySet().stream()
                .filter(name -> this.clients.find(name).isEmpty() && !this.disabled.containsKey(name))
                .forEach(name -> logger.info(
                        "MCP server \"{}\" is configured, but was removed at run time. It stays removed, because its properties have"
                                + " not changed. Call McpServers.add to use it again.",
                        name));
        Map<String, ServerProperties> servers = new LinkedHashMap<>(from.servers());
        this.configured.byName().forEach((name, server) -> {
            boolean isLeftAlone = this.factory.settings().containsKey(name) || this.disabled.containsKey(name);
            if (isLeftAlone && !changed.contains(name)) {
                servers.put(name, server);
            }
        });
        this.configured.update(bound.defaults(), servers);
        this.loaded = texts;
        removed.addAll(refused(policy));
        return new Changes(added, replaced, removed);
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

    /** Returns what the settings of each server are bound from, its defaults included, with resolved placeholders. */
    private Map<String, Map<String, String>> texts(Set<String> servers) {
        Binder binder = Binder.get(this.environment);
        Bindable<Map<String, String>> type = Bindable.mapOf(String.class, String.class);
        Map<String, String> defaults = binder.bind("mcp.defaults", type).orElseGet(Map::of);
        Map<String, Map<String, String>> texts = new TreeMap<>();
        for (String server : servers) {
            Map<String, String> all = new TreeMap<>();
            defaults.forEach((key, value) -> all.put("mcp.defaults." + key, value));
            texts.put(server, all);
        }
        binder.bind("mcp.servers", type)
                .orElseGet(Map::of)
                .forEach((key, value) -> texts.forEach((server, all) -> {
                    if (key.startsWith(server + ".")) {
                        all.put(key, value);
                    }
                }));
        return texts;
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
