package io.mcpclient.testkit.oauth;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import org.jspecify.annotations.Nullable;

import io.mcpclient.testkit.RecordedRequest;

/** Checks proofs of possession as a strict server does (RFC 9449, section 4.3), ES256 alone. Thread-safe. */
final class ProofCheck {

    private static final long WINDOW_MILLIS = 300_000;

    private final Set<String> seen = ConcurrentHashMap.newKeySet();

    /** @param problem {@code null} if the proof is good, {@code "nonce"} if it lacks the right one alone */
    record Verdict(@Nullable String thumbprint, @Nullable String problem) {}

    /**
     * Checks the proof of a request.
     * @param url where the request went, without query
     * @param accessToken that it goes with, {@code null} for none
     * @param nonce that has to be in it, {@code null} if any or none may be
     */
    Verdict check(RecordedRequest request, String url, @Nullable String accessToken, @Nullable String nonce) {
        List<String> headers = request.headers().getOrDefault("DPoP", List.of());
        if (headers.size() != 1) {
            return new Verdict(null, headers.size() + " proofs");
        }
        try {
            SignedJWT proof = SignedJWT.parse(headers.get(0));
            ECKey key = proof.getHeader().getJWK().toECKey();
            JWTClaimsSet claims = proof.getJWTClaimsSet();
            String problem = problem(proof, key, claims, request, url, accessToken);
            if (problem == null && nonce != null && !nonce.equals(claims.getStringClaim("nonce"))) {
                problem = "nonce";
            }
            return new Verdict(key.computeThumbprint().toString(), problem);
        } catch (Exception unreadable) {
            return new Verdict(null, "unreadable: " + unreadable.getClass().getSimpleName());
        }
    }

    private @Nullable String problem(
            SignedJWT proof,
            ECKey key,
            JWTClaimsSet claims,
            RecordedRequest request,
            String url,
            @Nullable String accessToken)
            throws Exception {
        if (!"dpop+jwt".equals(String.valueOf(proof.getHeader().getType()))
                || !"ES256".equals(proof.getHeader().getAlgorithm().getName())
                || key.isPrivate()) {
            return "header";
        }
        if (!proof.verify(new ECDSAVerifier(key))) {
            return "signature";
        }
        if (!request.method().equals(claims.getStringClaim("htm"))
                || !URI.create(url).equals(claims.getURIClaim("htu"))) {
            return "htm or htu";
        }
        if (Math.abs(System.currentTimeMillis() - claims.getIssueTime().getTime()) > WINDOW_MILLIS) {
            return "iat";
        }
        String ath = accessToken == null ? null : hash(accessToken);
        if (ath != null && !ath.equals(claims.getStringClaim("ath"))) {
            return "ath";
        }
        return claims.getJWTID() != null && this.seen.add(claims.getJWTID()) ? null : "jti";
    }

    private static String hash(String accessToken) throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(accessToken.getBytes(StandardCharsets.US_ASCII));
        return Base64URL.encode(digest).toString();
    }
}
