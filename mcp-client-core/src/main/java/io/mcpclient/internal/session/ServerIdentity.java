package io.mcpclient.internal.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.mcpclient.support.store.Digest;

/**
 * Identity of a server and of the principal for stored state. The parts may be secret: {@code toString} shows only the
 * name.
 *
 * @param serverName configured name of the server
 * @param address address of the server: transport and URL, or command line; never empty
 * @param principal principal of the session, {@value #APPLICATION} if there are no users, with a trace of the credentials
 * @param revision the pinned revision, or the configured alternative
 */
public record ServerIdentity(String serverName, String address, String principal, String revision) {

    /** The principal if there are no users. */
    public static final String APPLICATION = "application";

    private static final int TRACE_DIGITS = 4;

    /**
     * Creates the identity of a server behind a URL.
     * @param serverName configured name of the server
     * @param transport type of the transport
     * @param url its URL
     * @param headers headers of each request, which may contain credentials
     * @param revision the pinned revision, or the configured alternative
     * @return the identity
     */
    public static ServerIdentity ofUrl(
            String serverName, String transport, String url, Map<String, String> headers, String revision) {
        return new ServerIdentity(
                serverName, Digest.of(List.of("http", transport, url)), APPLICATION + " " + trace(headers), revision);
    }

    /**
     * Creates the identity of a server that runs as a child process.
     * @param serverName configured name of the server
     * @param command the command
     * @param args its arguments
     * @param revision the pinned revision, or the configured alternative
     * @return the identity
     */
    public static ServerIdentity ofCommand(String serverName, String command, List<String> args, String revision) {
        List<String> parts = new ArrayList<>(List.of("stdio", command));
        parts.addAll(args);
        return new ServerIdentity(serverName, Digest.of(parts), APPLICATION, revision);
    }

    /**
     * Returns a copy for one of several applications that share a store, possibly on one host: no application resumes a
     * session of another.
     * @param application name of the application
     * @return the copy
     */
    public ServerIdentity asSeenBy(String application) {
        return new ServerIdentity(
                this.serverName, this.address, this.principal + " " + Digest.of(List.of(application)), this.revision);
    }

    /**
     * Returns a copy for one of several users. State stored for one user is never found for another user or for the
     * application itself.
     * @param principal name that identifies the user; only its digest is kept
     * @return the copy
     */
    public ServerIdentity onBehalfOf(String principal) {
        return new ServerIdentity(
                this.serverName,
                this.address,
                "user " + Digest.of(List.of(principal)) + " " + this.principal,
                this.revision);
    }

    /**
     * Sixteen bits of a digest of the headers: enough to detect a changed credential, too few to recover it by guessing,
     * which a full digest of a weak password would allow.
     */
    private static String trace(Map<String, String> headers) {
        List<String> parts = new ArrayList<>();
        new TreeMap<>(headers).forEach((name, value) -> {
            parts.add(name);
            parts.add(value);
        });
        return Digest.of(parts).substring(0, TRACE_DIGITS);
    }

    @Override
    public String toString() {
        return "ServerIdentity[serverName=" + this.serverName + "]";
    }
}
