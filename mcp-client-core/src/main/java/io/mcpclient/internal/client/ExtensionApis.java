package io.mcpclient.internal.client;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpErrorDetails;
import io.mcpclient.error.McpRequestException;
import io.mcpclient.extension.McpExtension;
import io.mcpclient.extension.McpExtensionContext;
import io.mcpclient.extension.McpExtensionMethod;
import io.mcpclient.handler.McpNotificationListener;
import io.mcpclient.handler.ReactiveMcpRequestHandler;
import io.mcpclient.schema.McpErrorCodes;
import io.mcpclient.settings.McpClientSettings;
import io.mcpclient.time.TimeSource;

/** The APIs of the extensions of one client, by type. Filled once, before the client is used. */
final class ExtensionApis {

    private volatile Map<Class<?>, Object> apis = Map.of();

    /** Creates the APIs; the client is complete, apart from them. */
    void create(List<McpExtension<?, ?>> extensions, DefaultMcpClient client, DefaultReactiveMcpClient reactive) {
        Map<Class<?>, Object> created = new HashMap<>();
        extensions.forEach(extension -> create(extension, client, reactive, created));
        this.apis = Map.copyOf(created);
    }

    private static <B, R> void create(
            McpExtension<B, R> extension,
            DefaultMcpClient client,
            DefaultReactiveMcpClient reactive,
            Map<Class<?>, Object> created) {
        Context context = new Context(
                client,
                reactive,
                extension.methods().stream().map(McpExtensionMethod::name).collect(Collectors.toUnmodifiableSet()),
                extension.methods().stream()
                        .filter(McpExtensionMethod::safeToRepeat)
                        .map(McpExtensionMethod::name)
                        .collect(Collectors.toUnmodifiableSet()));
        R api = extension.create(context);
        created.put(extension.reactiveType(), api);
        created.put(extension.type(), extension.blocking(api, context));
    }

    <T> T get(String serverName, Class<T> type) {
        Object api = this.apis.get(type);
        if (api == null) {
            throw new McpConfigurationException(
                    serverName,
                    "extension",
                    type.getSimpleName() + " is not enabled for this client",
                    "Pass the extension to McpClientBuilder.extension, or set mcp.extensions.<extension>.enabled to true.");
        }
        return type.cast(api);
    }

    /** What an extension can do with its client. */
    private record Context(
            DefaultMcpClient client, DefaultReactiveMcpClient reactive, Set<String> methods, Set<String> safeToRepeat)
            implements McpExtensionContext {

        @Override
        public String serverName() {
            return this.reactive.name();
        }

        @Override
        public McpClientSettings settings() {
            return this.reactive.inside().settings();
        }

        @Override
        public TimeSource time() {
            return this.reactive.inside().time();
        }

        @Override
        public <T> Mono<T> request(
                String method, @Nullable Object params, Class<T> resultType, McpCallOptions options) {
            McpCallOptions known = (this.safeToRepeat.contains(method) && options.idempotent() == null)
                    ? options.withIdempotent(true)
                    : options;
            Mono<T> call = this.reactive.raw().request(method, params, resultType, known);
            return this.methods.contains(method)
                    ? call.onErrorMap(McpRequestException.class, Context::explained)
                    : call;
        }

        /** The method was declared, so that the server contradicts itself (EXT-08). */
        private static McpRequestException explained(McpRequestException error) {
            if (error.code() != McpErrorCodes.METHOD_NOT_FOUND) {
                return error;
            }
            return new McpRequestException(
                    McpErrorDetails.of(error.serverName(), error.operation(), error.outcome(), error.problem())
                            .withRemedy("The server has declared the extension of this method, but does not know the"
                                    + " method: this is a fault of the server.")
                            .withCause(error),
                    error.code(),
                    error.serverMessage(),
                    error.data());
        }

        @Override
        public <T> Mono<T> onBehalf(McpCallOptions options, Function<@Nullable McpPrincipal, Mono<T>> work) {
            return this.reactive.inside().identities().onBehalf(options, work);
        }

        @Override
        public void onNotification(String method, McpNotificationListener listener) {
            this.reactive.inside().listeners().onNotification(method, listener);
        }

        @Override
        public void onRequest(String method, ReactiveMcpRequestHandler handler) {
            this.reactive.inside().listeners().onRequest(method, handler);
        }

        @Override
        public <T> T await(String operation, Mono<T> work, Duration limit) {
            return this.client.await(operation, work, limit);
        }
    }
}
