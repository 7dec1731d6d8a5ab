package io.mcpclient.internal.inbound;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.mcpclient.schema.FormField;
import io.mcpclient.schema.RequestedSchema;

/**
 * A form whose fields are in the notation of the protocol, see {@link PlainField}. A nullable field is optional for the user; if the
 * server requires it, {@code null} is sent for it.
 *
 * @param schema the form
 * @param nulls names of the fields that are sent as {@code null} if they are not filled in
 */
record PlainForm(RequestedSchema schema, Set<String> nulls) {

    /**
     * Reads a form.
     * @param requested the form as the server has written it
     * @return the form
     */
    static PlainForm of(RequestedSchema requested) {
        Map<String, FormField> fields = new LinkedHashMap<>();
        Set<String> nulls = new LinkedHashSet<>();
        requested.properties().forEach((name, field) -> {
            PlainField plain = PlainField.of(requested.extra(), field.keywords());
            fields.put(name, plain.field());
            if (plain.isNullable() && requested.required().contains(name)) {
                nulls.add(name);
            }
        });
        List<String> required = requested.required().stream()
                .filter(name -> !nulls.contains(name))
                .toList();
        return new PlainForm(
                new RequestedSchema(requested.schema(), requested.type(), fields, required, requested.extra()), nulls);
    }
}
