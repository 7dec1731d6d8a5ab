package io.mcpclient.autoconfigure.session;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.UUID;

import org.slf4j.Logger;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

import io.mcpclient.support.Loggers;

/**
 * Default id of this instance of the application if {@code mcp.session.instance-id} is not set: {@code HOSTNAME}, which
 * containers and shells set, {@code COMPUTERNAME}, which Windows sets, the host's own name, which a service on a Linux host
 * has to look up, or else a random id. A random id is safe, as no two instances get the same one, but prevents the resumption
 * of sessions.
 */
final class InstanceId {

    private static final Logger logger = Loggers.STORE;

    static final int MAX_LENGTH = 200;

    private InstanceId() {}

    static String of(Environment environment) {
        for (String variable : new String[] {"HOSTNAME", "COMPUTERNAME"}) {
            String name = environment.getProperty(variable);
            if (StringUtils.hasText(name) && name.length() <= MAX_LENGTH) {
                return name.trim();
            }
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException ex) {
            logger.warn("The host has no name, so sessions of MCP servers cannot be resumed after a restart."
                    + " Set mcp.session.instance-id.");
            return UUID.randomUUID().toString();
        }
    }
}
