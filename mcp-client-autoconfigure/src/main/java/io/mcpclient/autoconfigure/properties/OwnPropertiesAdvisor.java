package io.mcpclient.autoconfigure.properties;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.convert.ConverterNotFoundException;

/**
 * Permits an application to have its own properties under {@code mcp}. {@link McpProperties} rejects unknown names; this
 * advisor exempts those that {@linkplain KnownProperties#isOfApplication belong to the application}, and adds those of a single
 * server among the defaults of all servers. It corrects {@linkplain EnvironmentNames names from environment variables}.
 */
public final class OwnPropertiesAdvisor implements ConfigurationPropertiesBindHandlerAdvisor {

    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("mcp");

    /** Handler for bindings that ignore unknown names. */
    public static final BindHandler LENIENT = new Handler(BindHandler.DEFAULT);

    @Override
    public BindHandler apply(BindHandler bindHandler) {
        return new Handler(bindHandler);
    }

    private static final class Handler extends AbstractBindHandler {

        Handler(BindHandler parent) {
            super(new EmptyValues(PREFIX, parent));
        }

        /** One record has the settings of a server and those of all servers. */
        @Override
        public <T> @Nullable Bindable<T> onStart(
                ConfigurationPropertyName name, Bindable<T> target, BindContext context) {
            return KnownProperties.isOfOneServer(name) ? null : super.onStart(name, target, context);
        }

        @Override
        public @Nullable Object onSuccess(
                ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
            Object handled = super.onSuccess(name, target, context, result);
            return (handled instanceof Map<?, ?> map)
                    ? EnvironmentNames.corrected(name, map, context.getSources())
                    : handled;
        }

        /** Kubernetes sets {@code MCP_SERVERS_PORT} for a service with the name mcp-servers: an address, and no server. */
        @Override
        public @Nullable Object onFailure(
                ConfigurationPropertyName name, Bindable<?> target, BindContext context, Exception error)
                throws Exception {
            return (error instanceof ConverterNotFoundException && EnvironmentNames.isTextOfServers(name, context))
                    ? null
                    : super.onFailure(name, target, context, error);
        }

        @Override
        public void onFinish(
                ConfigurationPropertyName name, Bindable<?> target, BindContext context, @Nullable Object result)
                throws Exception {
            try {
                super.onFinish(name, target, context, result);
            } catch (UnboundConfigurationPropertiesException ex) {
                if (!name.equals(PREFIX)) {
                    throw ex;
                }
                KnownProperties.reject(ex, property -> !KnownProperties.isOfApplication(property));
            }
        }
    }
}
