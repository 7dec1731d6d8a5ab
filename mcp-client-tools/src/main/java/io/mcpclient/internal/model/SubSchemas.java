package io.mcpclient.internal.model;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/** The subschemas in the value of a keyword. */
final class SubSchemas {

    private SubSchemas() {}

    /**
     * Passes each subschema in the value of a keyword; none if the keyword has other values.
     * @param keyword the keyword
     * @param value its value, of any kind
     * @param action what to do with a subschema, or with what a server sent in the place of one
     */
    static void forEach(String keyword, @Nullable Object value, Consumer<@Nullable Object> action) {
        ProviderRules.Rule rule = ProviderRules.of(keyword);
        if (rule == null) {
            return;
        }
        switch (rule.kind()) {
            case SCHEMA, SCHEMA_OR_FLAG -> action.accept(value);
            case SCHEMAS_BY_NAME -> {
                if (value instanceof Map<?, ?> named) {
                    named.values().forEach(action);
                }
            }
            case SCHEMA_LIST, ITEMS -> {
                if (value instanceof List<?> list) {
                    list.forEach(action);
                } else {
                    action.accept(value);
                }
            }
            default -> {
                // data
            }
        }
    }
}
