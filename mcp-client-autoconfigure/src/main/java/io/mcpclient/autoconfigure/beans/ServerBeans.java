package io.mcpclient.autoconfigure.beans;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.retry.RetryPolicy;
import org.springframework.util.Assert;

import io.mcpclient.auth.McpAssertionSource;
import io.mcpclient.auth.McpAuthorizationPrompt;
import io.mcpclient.auth.McpCredentials;
import io.mcpclient.auth.McpPrincipalResolver;
import io.mcpclient.call.McpInterceptor;
import io.mcpclient.call.McpToolApproval;
import io.mcpclient.call.McpToolInterceptor;
import io.mcpclient.call.ReactiveMcpToolApproval;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.handler.McpSamplingApproval;
import io.mcpclient.handler.ReactiveMcpSamplingApproval;
import io.mcpclient.spring.McpClientCustomizer;
import io.mcpclient.spring.McpOAuthCustomizer;
import io.mcpclient.spring.McpServer;
import io.mcpclient.spring.McpTransportCustomizer;
import io.mcpclient.spring.McpUnknownServerException;
import io.mcpclient.transport.McpServerResolver;
import io.mcpclient.transport.ReactiveMcpServerResolver;

/**
 * Finds the beans of the application that apply to one server: all except those assigned to another by {@link McpServer}. While
 * the application starts, the definitions are scanned once for all servers; afterwards beans may be added, so each search
 * scans them. Thread-safe.
 */
public final class ServerBeans {

    /**
     * Types of beans that apply to servers: those that annotated methods replace, and others. Clients are not among them: there the
     * annotation is a qualifier.
     */
    private static final Set<Class<?>> KINDS = Stream.concat(
                    MethodKind.types(),
                    Stream.of(
                            McpClientCustomizer.class,
                            McpOAuthCustomizer.class,
                            McpTransportCustomizer.class,
                            RetryPolicy.class,
                            McpInterceptor.class,
                            McpToolApproval.class,
                            ReactiveMcpToolApproval.class,
                            McpToolInterceptor.class,
                            McpSamplingApproval.class,
                            ReactiveMcpSamplingApproval.class,
                            McpCredentials.class,
                            McpPrincipalResolver.class,
                            McpAuthorizationPrompt.class,
                            McpAssertionSource.class,
                            McpServerResolver.class,
                            ReactiveMcpServerResolver.class))
            .collect(Collectors.toUnmodifiableSet());

    /** Kinds of which beans of a parent are not used: they have secrets for the servers of the parent. */
    private static final Set<Class<?>> LOCAL = Set.of(McpCredentials.class, McpAssertionSource.class);

    private final ListableBeanFactory beanFactory;

    private final CandidateBeans candidates;

    private final ApplicationEventPublisher events;

    /** The results of the scans while the application starts, {@code null} if there are none. */
    private volatile @Nullable Scan scan;

    private volatile boolean starting = true;

    /**
     * Results of scans.
     *
     * @param definitions number of definitions that were scanned
     * @param names names of the beans by type
     * @param servers servers to which each bean is assigned
     */
    private record Scan(int definitions, Map<Class<?>, String[]> names, Map<String, List<String>> servers) {}

    public ServerBeans(ListableBeanFactory beanFactory) {
        this(beanFactory, event -> {});
    }

    public ServerBeans(ListableBeanFactory beanFactory, ApplicationEventPublisher events) {
        this.beanFactory = beanFactory;
        this.candidates = new CandidateBeans(beanFactory);
        this.events = events;
    }

    public ApplicationEventPublisher events() {
        return this.events;
    }

    public ListableBeanFactory beanFactory() {
        return this.beanFactory;
    }

    /** Called when the clients of the start are created. */
    public void started() {
        this.starting = false;
        this.scan = null;
    }

    /**
     * Rejects beans that are assigned to a server that does not exist, because they would never be used. Those of a parent may be for
     * the servers of another context.
     * @param servers names of all configured servers, whether they are enabled or not
     * @throws McpUnknownServerException for the first such bean
     */
    public void requireKnown(Collection<String> servers) {
        for (Class<?> kind : KINDS) {
            for (String name : namesOf(kind)) {
                for (String only : this.candidates.isLocal(name) ? servers(name) : List.<String>of()) {
                    if (!servers.contains(only)) {
                        throw new McpUnknownServerException(name, annotation(name), only, servers);
                    }
                }
            }
        }
    }

    /** Returns the beans of a type in their order, with those of a parent. */
    public <T> List<T> of(Class<T> type, String server) {
        requireKind(type);
        return this.candidates.create(type, name -> !isTiedToOther(name, server));
    }

    /** Returns the beans of a type that are not for servers, in their order. */
    public <T> List<T> all(Class<T> type) {
        return this.candidates.create(type, name -> true);
    }

    /** Returns the names of beans that are of one of the types, with those of a parent, without creating any. */
    public List<String> names(String server, Class<?>... types) {
        return Arrays.stream(types)
                .peek(ServerBeans::requireKind)
                .flatMap(type -> Arrays.stream(namesOf(type)))
                .distinct()
                .filter(name -> !isTiedToOther(name, server))
                .toList();
    }

    /**
     * Selects the bean for a server: a bean assigned to it takes precedence over one for all servers, any other over a fallback bean,
     * one of this context over one of a parent, and a primary bean over others.
     * @param property property that an error message refers to
     * @return its name, or {@code null} if there is none
     */
    public @Nullable String choose(String server, String property, Class<?>... types) {
        List<String> names = names(server, types);
        List<String> own = names.stream().filter(name -> isTiedTo(name, server)).toList();
        List<String> rest = nearest(own.isEmpty() ? regular(names) : own);
        if (rest.size() <= 1) {
            return rest.isEmpty() ? null : rest.get(0);
        }
        List<String> primary = rest.stream().filter(this::isPrimary).toList();
        if (primary.size() == 1) {
            return primary.get(0);
        }
        throw new McpConfigurationException(
                server,
                property,
                "has several handlers of equal precedence, the beans "
                        + rest.stream().sorted().collect(Collectors.joining("\", \"", "\"", "\"")),
                "Mark one of them as @Primary, or assign them to servers with @McpServer.");
    }

    /** Returns the beans of the nearest context that has any of them. */
    List<String> nearest(List<String> names) {
        return this.candidates.nearest(names);
    }

    private String annotation(String name) {
        BeanDefinition definition = this.candidates.definition(name);
        return (definition != null && definition.getAttribute(AnnotatedMethods.ANNOTATION) instanceof String annotation)
                ? annotation
                : McpServer.class.getSimpleName();
    }

    /** Spring repeats this scan of all definitions, of which there are some for each server, for each call. */
    private String[] namesOf(Class<?> type) {
        Scan present = scan();
        return (present != null) ? present.names().computeIfAbsent(type, this::scanned) : scanned(type);
    }

    private String[] scanned(Class<?> type) {
        return LOCAL.contains(type) ? this.candidates.localNames(type) : this.candidates.names(type);
    }

    /** Returns the scan that has all beans, or {@code null} if there may be more at any time. */
    private @Nullable Scan scan() {
        if (!this.starting
                || !(this.beanFactory instanceof ConfigurableListableBeanFactory configurable
                        && configurable.isConfigurationFrozen())) {
            return null;
        }
        Scan present = this.scan;
        int definitions = this.beanFactory.getBeanDefinitionCount();
        if (present == null || present.definitions() != definitions) {
            present = new Scan(definitions, new ConcurrentHashMap<>(), new ConcurrentHashMap<>());
            this.scan = present;
        }
        return present;
    }

    private static void requireKind(Class<?> type) {
        Assert.isTrue(KINDS.contains(type), () -> type + " is missing in the table");
    }

    private List<String> regular(List<String> names) {
        List<String> regular = names.stream().filter(name -> !isFallback(name)).toList();
        return regular.isEmpty() ? names : regular;
    }

    private boolean isTiedToOther(String name, String server) {
        List<String> servers = servers(name);
        return !servers.isEmpty() && !servers.contains(server);
    }

    public boolean isTiedTo(String name, String server) {
        return servers(name).contains(server);
    }

    /** Returns the servers to which a bean is assigned, empty for all. */
    private List<String> servers(String name) {
        Scan present = scan();
        return (present != null)
                ? present.servers().computeIfAbsent(name, this.candidates::servers)
                : this.candidates.servers(name);
    }

    private boolean isPrimary(String name) {
        BeanDefinition definition = this.candidates.definition(name);
        return definition != null && definition.isPrimary();
    }

    private boolean isFallback(String name) {
        BeanDefinition definition = this.candidates.definition(name);
        return definition != null && definition.isFallback();
    }

    public @Nullable ClassLoader classLoader() {
        return (this.beanFactory instanceof ConfigurableListableBeanFactory configurable)
                ? configurable.getBeanClassLoader()
                : null;
    }
}
