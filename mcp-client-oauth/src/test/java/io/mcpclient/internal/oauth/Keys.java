package io.mcpclient.internal.oauth;

import java.security.PrivateKey;
import java.util.Base64;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;

/** Keys of clients, made once. */
final class Keys {

    static final ECKey P256 = ec(Curve.P_256);

    static final ECKey P384 = ec(Curve.P_384);

    static final RSAKey RSA = rsa();

    private Keys() {}

    static String pem(PrivateKey key) {
        return "-----BEGIN PRIVATE KEY-----\n"
                + Base64.getMimeEncoder().encodeToString(key.getEncoded())
                + "\n-----END PRIVATE KEY-----\n";
    }

    private static ECKey ec(Curve curve) {
        try {
            return new ECKeyGenerator(curve).keyID("key-1").generate();
        } catch (JOSEException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static RSAKey rsa() {
        try {
            return new RSAKeyGenerator(2048).generate();
        } catch (JOSEException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
