package io.mcpclient.observation;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;

/**
 * The observations of a client and their attributes. Every attribute of a metric is on all of its samples, with the value
 * {@code none} where it does not apply.
 *
 * @see "OpenTelemetry semantic conventions for generative AI, MCP: metrics and client span"
 */
public enum McpClientObservationDocumentation implements ObservationDocumentation {

    /** What a caller asks of a client, whatever exchanges it takes; and each notification that is sent. */
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

    /** One request on the wire: repetitions, rounds of input, polls of tasks and handshakes are one each. */
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

    /** What a server asks of us, from its receipt until the answer is sent. */
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

        /** Configured name of the server. Not part of the conventions. */
        SERVER_NAME("mcp.server.name"),

        /** Method of JSON-RPC. */
        METHOD_NAME("mcp.method.name"),

        /** Why it failed, see {@link McpClientObservationContext#getErrorType()}. */
        ERROR_TYPE("error.type"),

        /** Code of a JSON-RPC error. */
        STATUS_CODE("rpc.response.status_code"),

        /** Tool of the server, if the server has listed it. */
        TOOL_NAME("gen_ai.tool.name"),

        /** Prompt of the server, if the server has listed it. */
        PROMPT_NAME("gen_ai.prompt.name"),

        /** Always {@code execute_tool}, for tool calls. */
        OPERATION_NAME("gen_ai.operation.name"),

        /** Revision that is spoken with the server. */
        PROTOCOL_VERSION("mcp.protocol.version"),

        /** {@code tcp} or {@code pipe}. */
        NETWORK_TRANSPORT("network.transport"),

        /** {@code http}. */
        NETWORK_PROTOCOL_NAME("network.protocol.name"),

        /** Version of HTTP. */
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

    /** Attributes of spans alone. */
    public enum HighCardinalityKeys implements KeyName {

        /** Id of the request on the wire. */
        REQUEST_ID("jsonrpc.request.id"),

        /** Hash of the session id: the id itself is as good as a password to some servers (fault I21). */
        SESSION_ID("mcp.session.id"),

        /** Resource that the request is about, without query. */
        RESOURCE_URI("mcp.resource.uri"),

        /** Arguments of a tool, only if that is switched on. */
        TOOL_ARGUMENTS("gen_ai.tool.call.arguments"),

        /** Result of a tool, only if that is switched on. */
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
