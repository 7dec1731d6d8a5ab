package io.mcpclient.internal.oauth;

import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.RSAPrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.text.ParseException;
import java.util.Base64;
import java.util.List;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import org.jspecify.annotations.Nullable;

/**
 * The signing key of a client. {@code toString} does not show it.
 *
 * @param key an EC or RSA key
 * @param algorithm fits the key
 * @param id its id, for servers that know several keys of this client; or {@code null}
 * @see "CC-03"
 */
record SigningKey(
        PrivateKey key, JWSAlgorithm algorithm, @Nullable String id) {

    private static final List<JWSAlgorithm> OF_RSA = List.of(
            JWSAlgorithm.RS256,
            JWSAlgorithm.RS384,
            JWSAlgorithm.RS512,
            JWSAlgorithm.PS256,
            JWSAlgorithm.PS384,
            JWSAlgorithm.PS512);

    /** A key is unusable. The message gives the reason, without any part of the key. */
    static final class UnusableException extends Exception {

        UnusableException(String problem) {
            super(problem);
        }
    }

    /**
     * Reads a key.
     * @param text PEM (PKCS#8) or a JWK as JSON
     * @param algorithm name of the algorithm, or {@code null} for the first one that fits
     * @return the key
     * @throws UnusableException if the text contains no such key, or the algorithm does not fit
     */
    static SigningKey of(String text, @Nullable String algorithm) throws UnusableException {
        JWK jwk = text.strip().startsWith("{") ? jwk(text) : null;
        PrivateKey key = (jwk != null) ? privateKey(jwk) : fromPem(text);
        List<JWSAlgorithm> fitting = fitting(key);
        String wanted = algorithm;
        if (wanted == null && jwk != null && jwk.getAlgorithm() != null) {
            wanted = jwk.getAlgorithm().getName();
        }
        JWSAlgorithm chosen = (wanted != null) ? JWSAlgorithm.parse(wanted) : fitting.get(0);
        if (!fitting.contains(chosen)) {
            throw new UnusableException("is a key for " + fitting + ", not for " + chosen);
        }
        return new SigningKey(key, chosen, (jwk != null) ? jwk.getKeyID() : null);
    }

    JWSSigner signer() throws JOSEException {
        return (this.key instanceof ECPrivateKey ec) ? new ECDSASigner(ec) : new RSASSASigner(this.key);
    }

    private static JWK jwk(String text) throws UnusableException {
        try {
            return JWK.parse(text);
        } catch (ParseException ex) {
            throw new UnusableException("is not a JWK");
        }
    }

    private static PrivateKey privateKey(JWK jwk) throws UnusableException {
        try {
            if (jwk instanceof ECKey ec && ec.isPrivate()) {
                return ec.toECPrivateKey();
            }
            if (jwk instanceof RSAKey rsa && rsa.isPrivate()) {
                return rsa.toPrivateKey();
            }
        } catch (JOSEException ex) {
            throw new UnusableException("is not a valid JWK");
        }
        throw new UnusableException("is not a private EC or RSA key");
    }

    private static PrivateKey fromPem(String text) throws UnusableException {
        String begin = "-----BEGIN PRIVATE KEY-----";
        int start = text.indexOf(begin);
        int end = text.indexOf("-----END PRIVATE KEY-----");
        if (start < 0 || end < start) {
            throw new UnusableException("is neither PEM in the form PKCS#8 (BEGIN PRIVATE KEY) nor a JWK");
        }
        byte[] bytes;
        try {
            bytes = Base64.getMimeDecoder().decode(text.substring(start + begin.length(), end));
        } catch (IllegalArgumentException ex) {
            throw new UnusableException("is damaged: its content is not Base64");
        }
        for (String kind : List.of("EC", "RSA")) {
            try {
                return KeyFactory.getInstance(kind).generatePrivate(new PKCS8EncodedKeySpec(bytes));
            } catch (InvalidKeySpecException ex) {
                // another key type
            } catch (NoSuchAlgorithmException ex) {
                throw new IllegalStateException("every Java runtime has " + kind, ex);
            }
        }
        throw new UnusableException("is neither an EC nor an RSA key");
    }

    private static List<JWSAlgorithm> fitting(PrivateKey key) throws UnusableException {
        if (key instanceof RSAPrivateKey) {
            return OF_RSA;
        }
        Curve curve = (key instanceof ECPrivateKey ec) ? Curve.forECParameterSpec(ec.getParams()) : null;
        if (Curve.P_256.equals(curve)) {
            return List.of(JWSAlgorithm.ES256);
        }
        if (Curve.P_384.equals(curve)) {
            return List.of(JWSAlgorithm.ES384);
        }
        if (Curve.P_521.equals(curve)) {
            return List.of(JWSAlgorithm.ES512);
        }
        throw new UnusableException("is on an unsupported curve");
    }

    @Override
    public String toString() {
        return "SigningKey[algorithm=" + this.algorithm + "]";
    }
}
