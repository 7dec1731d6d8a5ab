package io.mcpclient.transport;

import org.jspecify.annotations.Nullable;

/** A transport that starts its server. */
public interface StartingTransport extends McpTransport {

    /**
     * Describes the state of the started server as long as it has not sent a message.
     * @return text for a message, printable and without secrets; {@code null} if the server has sent a message or has ended
     */
    @Nullable
    String startup();
}
