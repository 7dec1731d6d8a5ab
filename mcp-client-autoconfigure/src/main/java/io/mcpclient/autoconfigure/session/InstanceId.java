package io.mcpclient.autoconfigure.session;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.UUID;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * Names this instance of the application where {@code mcp.session.instance-id} does not: by {@code HOSTNAME}, which
 * containers and shells set, by {@code COMPUTERNAME}, which Windows sets, by what the host calls itself, which a service of
 * a Linux host has to ask for, and else at random. The last is safe, as no two instances get the same name, but none
 * finds its sessions again.
 */
final class InstanceId {

    private static final Logger logger = LoggerFactory.getLogger(InstanceId.class);

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
