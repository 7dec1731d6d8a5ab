package io.mcpclient.sample.embedded.stateless;

/** Constants of the only revision that the server supports. */
final class Revision {

    static final String NAME = "2026-07-28";

    static final String PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";

    static final String CLIENT_INFO = "io.modelcontextprotocol/clientInfo";

    static final String CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

    static final String LOG_LEVEL = "io.modelcontextprotocol/logLevel";

    static final String SERVER_INFO = "io.modelcontextprotocol/serverInfo";

    static final String SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";

    static final String TASKS = "io.modelcontextprotocol/tasks";

    private Revision() {}
}
