package io.mcpclient.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.TrustManagerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** TLS in front of a server without it, with a certificate that it has signed itself. */
public final class TlsFront implements AutoCloseable {

    private static final char[] PASSWORD = "changeit".toCharArray();

    private final int target;

    private final SSLServerSocket listening;

    private final SSLContext trust;

    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    /**
     * Starts in front of a server on this port.
     * @param directory for its key
     * @param host name in its certificate
     */
    public TlsFront(int target, Path directory, String host) throws Exception {
        this.target = target;
        KeyStore key = key(directory, host);
        this.trust = trusting(key);
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(key, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        this.listening = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 1024, InetAddress.getByName("127.0.0.1"));
        thread("accepts", this::accept);
    }

    private static KeyStore key(Path directory, String host) throws Exception {
        Path store = directory.resolve("front-" + host + ".p12");
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process process = new ProcessBuilder(
                        keytool,
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + host,
                        "-ext",
                        "san=dns:" + host,
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        String.valueOf(PASSWORD),
                        "-keystore",
                        store.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("keytool.log").toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        KeyStore key = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            key.load(in, PASSWORD);
        }
        return key;
    }

    private static SSLContext trusting(KeyStore key) throws GeneralSecurityException, IOException {
        KeyStore certificates = KeyStore.getInstance("PKCS12");
        certificates.load(null, PASSWORD);
        certificates.setCertificateEntry("server", key.getCertificate("server"));
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(certificates);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }

    public int port() {
        return listening.getLocalPort();
    }

    /** For clients that trust its certificate. */
    public SSLContext trust() {
        return trust;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                Socket server = new Socket("127.0.0.1", target);
                sockets.add(client);
                sockets.add(server);
                thread("asks", () -> copy(client, server));
                thread("answers", () -> copy(server, client));
            }
        } catch (IOException ex) {
            // closed
        }
    }

    private void copy(Socket from, Socket to) {
        byte[] buffer = new byte[16 * 1024];
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                out.write(buffer, 0, count);
                out.flush();
            }
        } catch (IOException ex) {
            // one of them is gone
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private static void thread(String purpose, Runnable work) {
        Thread thread = new Thread(work, "tls-front-" + purpose);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        Connection.closeQuietly(listening);
        sockets.forEach(Connection::closeQuietly);
    }
}
