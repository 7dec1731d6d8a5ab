package io.mcpclient.auth;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Secret in a file that is renewed externally, such as a mounted secret: its text without surrounding whitespace. The file
 * is checked at most once per second, and read when its modification time or size has changed; while it is unreadable, the
 * previous secret remains in use. Thread-safe; {@code toString} does not show the secret.
 *
 * @see McpSchemes
 */
public final class CredentialFile implements Supplier<String> {

    private static final int MAX_BYTES = 64 * 1024;

    private static final long PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

    private final Path path;

    private final LongSupplier nanoTime;

    private volatile @Nullable Content content;

    private record Content(String text, FileTime modified, long size, long lookedAt) {

        boolean isOf(BasicFileAttributes file) {
            return this.modified.equals(file.lastModifiedTime()) && this.size == file.size();
        }
    }

    CredentialFile(Path path, LongSupplier nanoTime) {
        this.path = path;
        this.nanoTime = nanoTime;
    }

    /**
     * Creates a secret from a file, which is read on first use and need not exist yet.
     * @param path path of the file
     * @return the secret
     */
    public static CredentialFile of(Path path) {
        return new CredentialFile(path, System::nanoTime);
    }

    /**
     * Returns the secret. Reads the file if necessary, which blocks.
     * @return the secret, not empty
     * @throws RuntimeException if the file has never been readable
     */
    @Override
    public String get() {
        String fresh = fresh();
        return (fresh != null) ? fresh : look(false);
    }

    /** Returns the secret, or {@code null} if the file must be checked first. */
    @Nullable
    String fresh() {
        Content known = this.content;
        return (known != null && this.nanoTime.getAsLong() - known.lookedAt() < PAUSE_NANOS) ? known.text() : null;
    }

    /** Returns the current content of the file. */
    String renewed() {
        return look(true);
    }

    private synchronized String look(boolean isRenewed) {
        Content known = this.content;
        try {
            Content next = read(isRenewed ? null : known);
            this.content = next;
            return next.text();
        } catch (IOException | UnusableCredentialsException ex) {
            if (known == null || isRenewed) {
                throw (ex instanceof UnusableCredentialsException unusable)
                        ? unusable
                        : unusable("cannot be read: " + ex.getClass().getSimpleName(), ex);
            }
            this.content = new Content(known.text(), known.modified(), known.size(), this.nanoTime.getAsLong());
            return known.text();
        }
    }

    private Content read(@Nullable Content known) throws IOException {
        long now = this.nanoTime.getAsLong();
        BasicFileAttributes file = Files.readAttributes(this.path, BasicFileAttributes.class);
        String text = (known != null && known.isOf(file)) ? known.text() : text();
        return new Content(text, file.lastModifiedTime(), file.size(), now);
    }

    private String text() throws IOException {
        byte[] bytes;
        try (InputStream stream = Files.newInputStream(this.path)) {
            bytes = stream.readNBytes(MAX_BYTES + 1);
        }
        if (bytes.length > MAX_BYTES) {
            throw unusable("is larger than " + MAX_BYTES + " bytes", null);
        }
        String text = new String(bytes, StandardCharsets.UTF_8).strip();
        if (text.isEmpty()) {
            throw unusable("is empty", null);
        }
        return text;
    }

    private UnusableCredentialsException unusable(String why, @Nullable Throwable cause) {
        return new UnusableCredentialsException("the file " + this.path + " " + why, cause);
    }

    @Override
    public String toString() {
        return "CredentialFile[path=" + this.path + "]";
    }
}
