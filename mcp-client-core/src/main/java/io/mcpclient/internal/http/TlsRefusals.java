package io.mcpclient.internal.http;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.net.ssl.SSLException;

import org.jspecify.annotations.Nullable;

import io.mcpclient.text.Explanation;

/**
 * Alerts with which a server refuses the certificate of this client, as one table. With TLS 1.3 they arrive after the handshake, in
 * place of the first response.
 *
 * <table>
 * <caption>alerts</caption>
 * <tr><th>alert</th><th>meaning</th></tr>
 * <tr><td>certificate_required; bad_certificate or handshake_failure without an SSL bundle</td><td>a certificate is required</td></tr>
 * <tr><td>bad_certificate, unsupported_certificate, certificate_unknown, decrypt_error</td><td>it is not accepted</td></tr>
 * <tr><td>unknown_ca</td><td>its issuer is unknown</td></tr>
 * <tr><td>certificate_expired, certificate_revoked</td><td>it is no longer valid</td></tr>
 * <tr><td>access_denied</td><td>it is valid, and its owner has no access</td></tr>
 * </table>
 *
 * @see "RFC 8446, section 6.2; fault A04"
 */
final class TlsRefusals {

    private static final Pattern ALERT = Pattern.compile("received fatal alert: (\\w+)", Pattern.CASE_INSENSITIVE);

    /** Causes to look through: Netty wraps errors that arise while it reads. */
    private static final int MAX_DEPTH = 4;

    private TlsRefusals() {}

    /**
     * Looks for a refusal in the failure of a connection.
     * @param failure the failure
     * @param hasBundle whether an SSL bundle is configured, which may contain a certificate
     * @param property name of the property of the SSL bundle
     * @return the refusal, {@code null} if the failure has another reason
     */
    static @Nullable Explanation of(Throwable failure, boolean hasBundle, String property) {
        String alert = alert(failure);
        return (alert != null) ? ofAlert(alert, hasBundle, property) : null;
    }

    private static @Nullable String alert(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < MAX_DEPTH; depth++) {
            if (cause instanceof SSLException) {
                Matcher alert = ALERT.matcher(String.valueOf(cause.getMessage()));
                if (alert.find()) {
                    return alert.group(1);
                }
            }
            cause = cause.getCause();
        }
        return null;
    }

    private static @Nullable Explanation ofAlert(String alert, boolean hasBundle, String property) {
        String keyStore = "the key store of " + property;
        return switch (alert) {
            case "certificate_required" -> required(property);
            case "bad_certificate" ->
                hasBundle
                        ? new Explanation(
                                "the server does not accept the client certificate, or requires one",
                                "Check that " + keyStore + " contains a key with a certificate for clients.")
                        : required(property);
            case "handshake_failure" -> hasBundle ? null : maybeRequired(property);
            case "unsupported_certificate", "certificate_unknown", "decrypt_error" ->
                new Explanation(
                        "the server does not accept the client certificate",
                        "Check with its operator which certificates it accepts, and correct " + keyStore + ".");
            case "unknown_ca" ->
                new Explanation(
                        "the server does not know the issuer of the client certificate",
                        "Use a certificate of an authority that the server trusts in " + keyStore
                                + ", together with its intermediate certificates.");
            case "certificate_expired" ->
                new Explanation("the client certificate has expired", "Renew the certificate in " + keyStore + ".");
            case "certificate_revoked" ->
                new Explanation("the client certificate was revoked", "Replace the certificate in " + keyStore + ".");
            case "access_denied" ->
                new Explanation(
                        "the server grants no access to the owner of the client certificate",
                        "Ask its operator for access, or use another certificate in " + keyStore + ".");
            default -> null;
        };
    }

    private static Explanation required(String property) {
        return new Explanation("the server requires a client certificate", "Set a key store in " + property + ".");
    }

    private static Explanation maybeRequired(String property) {
        return new Explanation(
                "no common TLS version or cipher, or the server requires a client certificate",
                "If it requires one, set a key store in " + property + ".");
    }
}
