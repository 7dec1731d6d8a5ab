package io.mcpclient.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.mcpclient.autoconfigure.Layer.Value;

/**
 * A secret in a file that somebody else renews, such as a mounted one: looked at again after a second, read again when it has
 * changed. A file that is not there yet fails the request that needs it, and not the start. Thread-safe.
 *
 * @see "WIF-04"
 */
final class SecretFile implements Supplier<String> {

    static final int MAX_BYTES = 64 * 1024;

    private static final long PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

    private final Value<String> property;

    private @Nullable Content content;

    private record Content(String text, FileTime modified, long lookedAt) {}

    SecretFile(Value<String> property) {
        this.property = property;
        path();
    }

    private Path path() {
        try {
            return Path.of(this.property.value());
        } catch (InvalidPathException ex) {
            throw this.property.invalid("is no path of a file", "Correct it.");
        }
    }

    @Override
    public synchronized String get() {
        long now = System.nanoTime();
        Content known = this.content;
        if (known != null && now - known.lookedAt() < PAUSE_NANOS) {
            return known.text();
        }
        try {
            Path path = path();
            FileTime modified = Files.getLastModifiedTime(path);
            String text = (known != null && known.modified().equals(modified)) ? known.text() : read(path);
            this.content = new Content(text, modified, now);
            return text;
        } catch (IOException ex) {
            throw this.property.invalid(
                    "names a file that can not be read (" + ex.getClass().getSimpleName() + ")",
                    "Make it readable for the application.");
        }
    }

    private String read(Path path) throws IOException {
        try (InputStream stream = Files.newInputStream(path)) {
            byte[] bytes = stream.readNBytes(MAX_BYTES + 1);
            String text = new String(bytes, StandardCharsets.UTF_8).strip();
            if (text.isEmpty() || bytes.length > MAX_BYTES) {
                throw this.property.invalid(
                        text.isEmpty() ? "names an empty file" : "names a file of more than " + MAX_BYTES + " bytes",
                        "Write the secret into it, and nothing else.");
            }
            return text;
        }
    }

    @Override
    public String toString() {
        return "SecretFile[" + this.property.property() + "]";
    }
}
