package io.mcpclient.observation;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;

/**
 * The observations of a client and their attributes. Every sample of a metric has all attributes of the metric, with the value
 * {@code none} if one does not apply.
 *
 * @see "OpenTelemetry semantic conventions for generative AI, MCP: metrics and client span"
 */
public enum McpClientObservationDocumentation implements ObservationDocumentation {

    /** A call of a client, with all its exchanges, or a notification to the server. */
    OPERATION {
        @Override
        public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
            return DefaultMcpClientObservationConvention.class;
        }

        @Override
        public KeyName[] getLowCardinalityKeyNames() {
            return LowCardinalityKeys.values();
        }

        @Override
        public KeyName[] getHighCardinalityKeyNames() {
            return HighCardinalityKeys.values();
        }
    },

    /** One request to the server. Retries, rounds of input, polls of tasks and handshakes are separate exchanges. */
    EXCHANGE {
        @Override
        public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
            return DefaultMcpExchangeObservationConvention.class;
        }

        @Override
        public KeyName[] getLowCardinalityKeyNames() {
            return LowCardinalityKeys.values();
        }

        @Override
        public KeyName[] getHighCardinalityKeyNames() {
            return HighCardinalityKeys.values();
        }
    },

    /** A request of the server, from its receipt until the response is sent. */
    SERVER_OPERATION {
        @Override
        public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
            return DefaultMcpServerObservationConvention.class;
        }

        @Override
        public KeyName[] getLowCardinalityKeyNames() {
            return new KeyName[] {
                LowCardinalityKeys.SERVER_NAME,
                LowCardinalityKeys.METHOD_NAME,
                LowCardinalityKeys.ERROR_TYPE,
                LowCardinalityKeys.STATUS_CODE,
                LowCardinalityKeys.PROTOCOL_VERSION,
                LowCardinalityKeys.NETWORK_TRANSPORT,
                LowCardinalityKeys.NETWORK_PROTOCOL_NAME,
                LowCardinalityKeys.NETWORK_PROTOCOL_VERSION
            };
        }

        @Override
        public KeyName[] getHighCardinalityKeyNames() {
            return new KeyName[] {HighCardinalityKeys.REQUEST_ID};
        }
    };

    /** Attributes of metrics and spans. */
    public enum LowCardinalityKeys implements KeyName {

        /** Configured name of the server. Not part of the OpenTelemetry conventions. */
        SERVER_NAME("mcp.server.name"),

        /** JSON-RPC method. */
        METHOD_NAME("mcp.method.name"),

        /** Type of the error, see {@link McpClientObservationContext#getErrorType()}. */
        ERROR_TYPE("error.type"),

        /** JSON-RPC error code. */
        STATUS_CODE("rpc.response.status_code"),

        /** Name of the tool, if the server has listed it. */
        TOOL_NAME("gen_ai.tool.name"),

        /** Name of the prompt, if the server has listed it. */
        PROMPT_NAME("gen_ai.prompt.name"),

        /** {@code execute_tool} for tool calls. */
        OPERATION_NAME("gen_ai.operation.name"),

        /** Negotiated protocol revision. */
        PROTOCOL_VERSION("mcp.protocol.version"),

        /** {@code tcp} or {@code pipe}. */
        NETWORK_TRANSPORT("network.transport"),

        /** {@code http}. */
        NETWORK_PROTOCOL_NAME("network.protocol.name"),

        /** HTTP version. */
        NETWORK_PROTOCOL_VERSION("network.protocol.version"),

        /** Host of the configured URL. */
        SERVER_ADDRESS("server.address"),

        /** Port of the configured URL. */
        SERVER_PORT("server.port");

        private final String key;

        LowCardinalityKeys(String key) {
            this.key = key;
        }

        @Override
        public String asString() {
            return this.key;
        }
    }

    /** Attributes of spans only. */
    public enum HighCardinalityKeys implements KeyName {

        /** JSON-RPC request id. */
        REQUEST_ID("jsonrpc.request.id"),

        /** Hash of the session id; the id itself serves some servers as a credential. */
        SESSION_ID("mcp.session.id"),

        /** URI of the resource, without query. */
        RESOURCE_URI("mcp.resource.uri"),

        /** Arguments of a tool call, if enabled. */
        TOOL_ARGUMENTS("gen_ai.tool.call.arguments"),

        /** Result of a tool call, if enabled. */
        TOOL_RESULT("gen_ai.tool.call.result");

        private final String key;

        HighCardinalityKeys(String key) {
            this.key = key;
        }

        @Override
        public String asString() {
            return this.key;
        }
    }
}
