package io.mcpclient.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.mcpclient.store.Digest;

/**
 * Which server something is remembered about, and on whose behalf it is spoken to. The parts may be secret: {@code toString}
 * shows the name alone.
 *
 * @param serverName configured name of the server
 * @param address what leads to the server: kind of transport and URL, or command line; never empty
 * @param principal in whose name the session was begun, {@value #APPLICATION} if there are no users, with a trace of the
 *     credentials
 * @param revision the only revision that is spoken, or what else was configured instead
 * @see "fault J04; session hijacking (security best practices)"
 */
public record ServerIdentity(String serverName, String address, String principal, String revision) {

    /** The principal where there are no users. */
    public static final String APPLICATION = "application";

    private static final int TRACE_DIGITS = 4;

    /**
     * Creates the identity of a server behind a URL.
     * @param serverName configured name of the server
     * @param transport kind of transport
     * @param url its URL
     * @param headers headers that go with each request, which may hold credentials
     * @param revision the only revision that is spoken, or what else was configured instead
     * @return the identity
     */
    public static ServerIdentity ofUrl(
            String serverName, String transport, String url, Map<String, String> headers, String revision) {
        return new ServerIdentity(
                serverName, Digest.of(List.of("http", transport, url)), APPLICATION + " " + trace(headers), revision);
    }

    /**
     * Creates the identity of a server that is a child process.
     * @param serverName configured name of the server
     * @param command the command
     * @param args its arguments
     * @param revision the only revision that is spoken, or what else was configured instead
     * @return the identity
     */
    public static ServerIdentity ofCommand(String serverName, String command, List<String> args, String revision) {
        List<String> parts = new ArrayList<>(List.of("stdio", command));
        parts.addAll(args);
        return new ServerIdentity(serverName, Digest.of(parts), APPLICATION, revision);
    }

    /**
     * Copies this identity for one of several applications that share a store, maybe on one host: none of them goes on with a
     * session of another.
     * @param application name of the application
     * @return the copy
     */
    public ServerIdentity asSeenBy(String application) {
        return new ServerIdentity(
                this.serverName, this.address, this.principal + " " + Digest.of(List.of(application)), this.revision);
    }

    /**
     * Copies this identity for one of several users. What is remembered for one is never found for another one, nor for the
     * application itself.
     * @param principal name that tells users apart; only its digest is kept
     * @return the copy
     * @see "SEC-27; fault H26"
     */
    public ServerIdentity inTheNameOf(String principal) {
        return new ServerIdentity(
                this.serverName,
                this.address,
                "user " + Digest.of(List.of(principal)) + " " + this.principal,
                this.revision);
    }

    /**
     * Sixteen bits of the headers: enough to notice that a credential was changed, too few to find it out by guessing, for
     * which a whole digest of a weak password would do.
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
