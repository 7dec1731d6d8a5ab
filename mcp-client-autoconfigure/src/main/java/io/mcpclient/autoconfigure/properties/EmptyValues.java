package io.mcpclient.autoconfigure.properties;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * Handles an empty value, such as that of a placeholder with an empty default or of a key without value in YAML, as a property that is not
 * set. The binder converts it to {@code null}: it then reports the property as unknown, or as invalid if its type is primitive or a group of
 * properties. A server is not such a group: one without settings is an error.
 */
final class EmptyValues extends AbstractBindHandler {

    private static final ConfigurationPropertyName SERVERS = ConfigurationPropertyName.of("mcp.servers");

    private final ConfigurationPropertyName root;

    /**
     * Creates a handler.
     * @param root name below which the properties are
     * @param parent next handler
     */
    EmptyValues(ConfigurationPropertyName root, BindHandler parent) {
        super(parent);
        this.root = root;
    }

    @Override
    public @Nullable Object onFailure(
            ConfigurationPropertyName name, Bindable<?> target, BindContext context, Exception error) throws Exception {
        return (!SERVERS.isParentOf(name) && isEmpty(name, context))
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
            KnownProperties.reject(
                    ex,
                    property ->
                            !KnownProperties.exists(property, name, target.getType()) || !isEmpty(property, context));
        }
    }

    private boolean isEmpty(ConfigurationPropertyName name, BindContext context) {
        return this.root.isAncestorOf(name)
                && context.getBinder()
                        .bind(name, Bindable.of(String.class))
                        .map(String::isEmpty)
                        .orElse(false);
    }
}
