package io.mcpclient.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/** The key of a server with a certificate that it has signed itself. Made by {@code keytool}, which takes a second. */
public final class SelfSignedKey {

    private static final String ALIAS = "server";

    private static final char[] PASSWORD = "changeit".toCharArray();

    /** One iteration instead of ten thousand for each use of a store: its password is no secret. */
    private static final List<String> QUICK = List.of(
            "keystore.pkcs12.macIterationCount",
            "keystore.pkcs12.certPbeIterationCount",
            "keystore.pkcs12.keyPbeIterationCount");

    static {
        QUICK.forEach(property -> System.setProperty(property, "1"));
    }

    private final KeyStore store;

    private final Certificate issuer;

    private SelfSignedKey(KeyStore store, Certificate issuer) {
        this.store = store;
        this.issuer = issuer;
    }

    /**
     * Makes a key.
     * @param directory for its file
     * @param host name in the certificate
     */
    public static SelfSignedKey of(Path directory, String host) throws Exception {
        Path file = directory.resolve(host + ".p12");
        generate(file, ALIAS, "CN=" + host, "-1d", 10, "-ext", "san=dns:" + host);
        KeyStore store = load(file);
        return new SelfSignedKey(store, store.getCertificate(ALIAS));
    }

    /** Makes a key whose certificate for localhost, signed by an authority, ran out last week. */
    public static SelfSignedKey expired(Path directory) throws Exception {
        Path file = directory.resolve("expired.p12");
        generate(file, "ca", "CN=authority", "-20d", 40, "-ext", "bc:c");
        generate(file, ALIAS, "CN=localhost", "-10d", 3, "-ext", "san=dns:localhost", "-signer", "ca");
        KeyStore store = load(file);
        Certificate authority = store.getCertificate("ca");
        store.deleteEntry("ca");
        return new SelfSignedKey(store, authority);
    }

    private static void generate(Path file, String alias, String name, String start, int days, String... more)
            throws Exception {
        Path log = file.resolveSibling("keytool.log");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                alias,
                "-keyalg",
                "EC",
                "-dname",
                name,
                "-startdate",
                start,
                "-validity",
                String.valueOf(days),
                "-storetype",
                "PKCS12",
                "-storepass",
                String.valueOf(PASSWORD),
                "-keystore",
                file.toString()));
        command.addAll(List.of(more));
        QUICK.forEach(property -> command.add("-J-D" + property + "=1"));
        command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(log)).isZero();
    }

    private static KeyStore load(Path file) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD);
        }
        return store;
    }

    /** For servers: keeps the key. */
    public SSLContext keeping() throws GeneralSecurityException {
        return context(keys(), null);
    }

    /** For both ends of mutual TLS: keeps the key, and trusts as {@link #trusting()} does. */
    public SSLContext keepingAndTrusting() throws GeneralSecurityException, IOException {
        return context(keys(), trust());
    }

    /** Writes PKCS#12 files, for properties that name some. Their password is {@code changeit}. */
    public void writeTo(Path keys, Path trust) throws GeneralSecurityException, IOException {
        write(this.store, keys);
        write(certificates(), trust);
    }

    private static void write(KeyStore store, Path file) throws GeneralSecurityException, IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, PASSWORD);
        }
    }

    private KeyManager[] keys() throws GeneralSecurityException {
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(this.store, PASSWORD);
        return keys.getKeyManagers();
    }

    private TrustManager[] trust() throws GeneralSecurityException, IOException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(certificates());
        return trust.getTrustManagers();
    }

    private KeyStore certificates() throws GeneralSecurityException, IOException {
        KeyStore certificates = KeyStore.getInstance("PKCS12");
        certificates.load(null, PASSWORD);
        certificates.setCertificateEntry(ALIAS, this.issuer);
        return certificates;
    }

    private static SSLContext context(KeyManager @Nullable [] keys, TrustManager @Nullable [] trust)
            throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, trust, null);
        return context;
    }

    /** For clients: trusts its certificate, or the authority that signed it, and nothing else. */
    public SSLContext trusting() throws GeneralSecurityException, IOException {
        return context(null, trust());
    }
}
