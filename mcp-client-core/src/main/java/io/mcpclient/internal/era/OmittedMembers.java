package io.mcpclient.internal.era;

import java.util.List;

import org.slf4j.Logger;

import io.mcpclient.support.Loggers;

/** Logs what is left out of the result with which a connection begins, as the lists do for members of items. */
public final class OmittedMembers {

    private static final Logger logger = Loggers.CONNECTION;

    private OmittedMembers() {}

    /**
     * Logs, if anything was left out.
     * @param serverName name of the server in the configuration
     * @param method method of the request
     * @param omitted why members were left out or replaced
     */
    public static void log(String serverName, String method, List<String> omitted) {
        if (!omitted.isEmpty()) {
            logger.debug(
                    "MCP server \"{}\": {}: dropped members of the result: {}",
                    serverName,
                    method,
                    String.join(", ", omitted));
        }
    }
}
