package io.mcpclient.jsonrpc;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

import io.mcpclient.schema.CallToolParams;
import io.mcpclient.schema.ClientCapabilities;
import io.mcpclient.schema.Implementation;
import io.mcpclient.schema.PaginatedParams;
import io.mcpclient.support.schema.InitializeParams;
import io.mcpclient.support.schema.RequestParams;

/**
 * Writes plain JSON, and the parameters that are sent most often or first, as databind writes them. Everything else, such as beans in
 * arguments, is left to databind. Not thread-safe.
 */
final class DirectWriter {

    private final JsonGenerator json;

    /**
     * Creates a writer.
     * @param json receives the text
     */
    DirectWriter(JsonGenerator json) {
        this.json = json;
    }

    void value(@Nullable Object value) {
        if (value instanceof String text) {
            this.json.writeString(text);
        } else if (value instanceof Map<?, ?> map && isPlain(map)) {
            object(map);
        } else if (value instanceof List<?> list && isOfJdk(list)) {
            array(list);
        } else if (value instanceof Integer number) {
            this.json.writeNumber(number);
        } else if (value instanceof Long number) {
            this.json.writeNumber(number);
        } else if (value instanceof Boolean flag) {
            this.json.writeBoolean(flag);
        } else if (value == null) {
            this.json.writeNull();
        } else if (!isWritten(value)) {
            Databind.writer().writeValue(this.json, value);
        }
    }

    /** A class of the application may be annotated. */
    private static boolean isOfJdk(Object value) {
        return value.getClass().getModule() == Object.class.getModule();
    }

    private static boolean isPlain(Map<?, ?> map) {
        if (!isOfJdk(map)) {
            return false;
        }
        for (Object key : map.keySet()) {
            if (!(key instanceof String)) {
                return false;
            }
        }
        return true;
    }

    private void object(Map<?, ?> map) {
        this.json.writeStartObject();
        map.forEach((name, value) -> member((String) name, value));
        this.json.writeEndObject();
    }

    private void array(List<?> list) {
        this.json.writeStartArray();
        list.forEach(this::value);
        this.json.writeEndArray();
    }

    private void member(String name, @Nullable Object value) {
        this.json.writeName(name);
        value(value);
    }

    private void optional(String name, @Nullable Object value) {
        if (value != null) {
            member(name, value);
        }
    }

    /** Writes a value of the vocabulary. Returns whether it is one that is written here. */
    private boolean isWritten(Object value) {
        if (value instanceof CallToolParams params) {
            return isWritten(params);
        }
        if (value instanceof PaginatedParams params) {
            this.json.writeStartObject();
            optional("cursor", params.cursor());
            return end(params.meta());
        }
        if (value instanceof RequestParams params && params.extra().isEmpty()) {
            this.json.writeStartObject();
            return end(params.meta());
        }
        if (value instanceof InitializeParams params) {
            this.json.writeStartObject();
            member("protocolVersion", params.protocolVersion());
            member("capabilities", params.capabilities());
            member("clientInfo", params.clientInfo());
            return end(params.meta());
        }
        if (value instanceof Implementation client
                && client.icons().isEmpty()
                && client.extra().isEmpty()) {
            this.json.writeStartObject();
            member("name", client.name());
            optional("version", client.version());
            optional("title", client.title());
            optional("description", client.description());
            optional("websiteUrl", client.websiteUrl());
            return end(null);
        }
        return value instanceof ClientCapabilities capabilities && isWritten(capabilities);
    }

    private boolean end(@Nullable Map<String, Object> meta) {
        optional("_meta", meta);
        this.json.writeEndObject();
        return true;
    }

    private boolean isWritten(CallToolParams params) {
        if (params.task() != null || params.inputResponses() != null || params.requestState() != null) {
            return false;
        }
        this.json.writeStartObject();
        member("name", params.name());
        optional("arguments", params.arguments());
        return end(params.meta());
    }

    private boolean isWritten(ClientCapabilities capabilities) {
        ClientCapabilities.Roots roots = capabilities.roots();
        ClientCapabilities.Sampling sampling = capabilities.sampling();
        ClientCapabilities.Elicitation elicitation = capabilities.elicitation();
        boolean isUsual = capabilities.extra().isEmpty()
                && (roots == null || roots.extra().isEmpty())
                && (sampling == null || sampling.extra().isEmpty())
                && (elicitation == null || elicitation.extra().isEmpty())
                && capabilities.tasks() == null;
        if (!isUsual) {
            return false;
        }
        this.json.writeStartObject();
        optional("experimental", capabilities.experimental().isEmpty() ? null : capabilities.experimental());
        if (roots != null) {
            this.json.writeName("roots");
            this.json.writeStartObject();
            optional("listChanged", roots.listChanged());
            this.json.writeEndObject();
        }
        if (sampling != null) {
            this.json.writeName("sampling");
            this.json.writeStartObject();
            optional("context", sampling.context());
            optional("tools", sampling.tools());
            this.json.writeEndObject();
        }
        if (elicitation != null) {
            this.json.writeName("elicitation");
            this.json.writeStartObject();
            optional("form", elicitation.form());
            optional("url", elicitation.url());
            this.json.writeEndObject();
        }
        optional("extensions", capabilities.extensions().isEmpty() ? null : capabilities.extensions());
        return end(null);
    }
}
