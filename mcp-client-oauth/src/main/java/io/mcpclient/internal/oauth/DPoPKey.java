package io.mcpclient.internal.oauth;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.text.ParseException;
import java.time.InstantSource;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import org.jspecify.annotations.Nullable;

/**
 * The DPoP key that tokens are bound to, its proofs, and the nonces that servers require in them. Thread-safe.
 *
 * <p>The key is generated when first needed. It leaves this object in one way only: to a {@link TokenKeeper} with an encrypted
 * store, which stores it with the tokens that are bound to it, and restores it with them. {@code toString} shows nothing of
 * it.
 *
 * @see "RFC 9449; DPOP-01 to DPOP-08"
 */
final class DPoPKey {

    private static final JOSEObjectType TYPE = new JOSEObjectType("dpop+jwt");

    private static final int ID_BYTES = 16;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final InstantSource clock;

    private final ServerNonces nonces = new ServerNonces();

    private final AtomicReference<@Nullable Pair> pair = new AtomicReference<>();

    DPoPKey(InstantSource clock) {
        this.clock = clock;
    }

    /** A key with its header and signer. */
    private record Pair(ECKey key, JWSHeader header, JWSSigner signer) {

        static Pair of(ECKey key) {
            try {
                JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.ES256)
                        .type(TYPE)
                        .jwk(key.toPublicJWK())
                        .build();
                return new Pair(key, header, new ECDSASigner(key));
            } catch (JOSEException ex) {
                throw new IllegalStateException("every Java runtime has ES256", ex);
            }
        }

        @Override
        public String toString() {
            return "Pair[ES256]";
        }
    }

    /**
     * Tells whether a server accepts proofs of this client.
     * @param algorithms algorithms that the server supports, empty if it names none
     * @return whether {@code ES256} is among them, or the list is empty
     * @see "DPOP-04"
     */
    static boolean fits(List<String> algorithms) {
        return algorithms.isEmpty() || algorithms.contains(JWSAlgorithm.ES256.getName());
    }

    /**
     * Creates a proof for one request.
     * @param httpMethod its method
     * @param url its URL
     * @param accessToken token sent with it; {@code null} at a token endpoint
     * @return value of the {@code DPoP} header; never the same twice
     */
    String proof(String httpMethod, URI url, @Nullable String accessToken) {
        Pair current = pair();
        SignedJWT proof = new SignedJWT(current.header(), claims(httpMethod, url, accessToken));
        try {
            proof.sign(current.signer());
        } catch (JOSEException ex) {
            throw new IllegalStateException("every Java runtime has ES256", ex);
        }
        return proof.serialize();
    }

    private JWTClaimsSet claims(String httpMethod, URI url, @Nullable String accessToken) {
        JWTClaimsSet.Builder claims = new JWTClaimsSet.Builder()
                .jwtID(id())
                .claim("htm", httpMethod)
                .claim("htu", target(url))
                .issueTime(Date.from(this.clock.instant()));
        if (accessToken != null) {
            claims.claim("ath", hash(accessToken));
        }
        String nonce = this.nonces.of(url);
        if (nonce != null) {
            claims.claim("nonce", nonce);
        }
        return claims.build();
    }

    private static String id() {
        byte[] bytes = new byte[ID_BYTES];
        RANDOM.nextBytes(bytes);
        return Base64URL.encode(bytes).toString();
    }

    /** Without query and fragment; an empty path becomes the root, as on the wire. */
    private static String target(URI url) {
        String text = url.toString().split("[?#]", 2)[0];
        return url.getRawPath().isEmpty() ? text + "/" : text;
    }

    private static String hash(String accessToken) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            return Base64URL.encode(sha256.digest(accessToken.getBytes(StandardCharsets.US_ASCII)))
                    .toString();
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException("every Java runtime has SHA-256", ex);
        }
    }

    /**
     * Stores the nonce that a server requires in the next proof.
     * @param url any URL of that server: nonces are stored per origin
     * @param nonce value of {@code DPoP-Nonce}; {@code null} and invalid values change nothing
     * @return whether it differs from the previous one
     */
    boolean adopt(URI url, @Nullable String nonce) {
        return this.nonces.adopt(url, nonce);
    }

    /** The key with its private part, as JSON on one line: for an encrypted store only (DPOP-06). */
    String secretJson() {
        return pair().key().toJSONString();
    }

    /**
     * Replaces the key with the one that stored tokens are bound to.
     * @param json result of {@link #secretJson}
     * @return whether it is a valid key
     */
    boolean restore(String json) {
        try {
            ECKey key = ECKey.parse(json);
            if (!key.isPrivate() || !Curve.P_256.equals(key.getCurve())) {
                return false;
            }
            this.pair.set(Pair.of(key));
            return true;
        } catch (ParseException | IllegalStateException ex) {
            return false;
        }
    }

    private Pair pair() {
        Pair present = this.pair.get();
        if (present != null) {
            return present;
        }
        try {
            Pair made = Pair.of(new ECKeyGenerator(Curve.P_256).generate());
            Pair first = this.pair.compareAndExchange(null, made);
            return (first != null) ? first : made;
        } catch (JOSEException ex) {
            throw new IllegalStateException("every Java runtime has ES256", ex);
        }
    }

    @Override
    public String toString() {
        return "DPoPKey[ES256]";
    }

    /** The last nonce of each server, for a bounded number of servers. Thread-safe. */
    static final class ServerNonces {

        /** A client has one server and few authorization servers: more of them indicate an attack. */
        private static final int MAX_ORIGINS = 16;

        private static final int MAX_LENGTH = 1024;

        private final Map<String, String> byOrigin = new LinkedHashMap<>() {

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
                return size() > MAX_ORIGINS;
            }
        };

        @Nullable
        String of(URI url) {
            synchronized (this.byOrigin) {
                return this.byOrigin.isEmpty() ? null : this.byOrigin.get(origin(url));
            }
        }

        boolean adopt(URI url, @Nullable String nonce) {
            if (nonce == null || !isNonce(nonce)) {
                return false;
            }
            synchronized (this.byOrigin) {
                return !nonce.equals(this.byOrigin.put(origin(url), nonce));
            }
        }

        private static boolean isNonce(String text) {
            return !text.isEmpty()
                    && text.length() <= MAX_LENGTH
                    && text.chars().allMatch(OAuthText::isNqchar);
        }

        private static String origin(URI url) {
            String scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
            int standard = scheme.equals("https") ? 443 : 80;
            int port = (url.getPort() == -1) ? standard : url.getPort();
            return scheme + "://" + String.valueOf(url.getHost()).toLowerCase(Locale.ROOT) + ":" + port;
        }
    }
}
