package io.mcpclient.auth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Secrets in files that the platform renews: AUTH-53, WIF-04. */
class CredentialFileTests {

    private final AtomicLong now = new AtomicLong();

    private Path path;

    private CredentialFile file;

    @BeforeEach
    void name(@TempDir Path directory) {
        this.path = directory.resolve("token");
        this.file = new CredentialFile(this.path, this.now::get);
    }

    private void write(String text, int second) throws IOException {
        Files.writeString(this.path, text);
        Files.setLastModifiedTime(this.path, FileTime.from(Instant.ofEpochSecond(1_000_000 + second)));
    }

    private void pass(Duration time) {
        this.now.addAndGet(time.toNanos());
    }

    @Test
    void getReturnsTheTrimmedText() throws IOException {
        write("\n one two \r\n", 0);

        assertThat(this.file.get()).isEqualTo("one two");
    }

    @Test
    void getChecksTheFileAtMostOnceASecond() throws IOException {
        write("one", 0);
        assertThat(this.file.fresh()).isNull();
        assertThat(this.file.get()).isEqualTo("one");
        write("another", 1);

        pass(Duration.ofMillis(999));
        assertThat(this.file.get()).isEqualTo("one").isEqualTo(this.file.fresh());
        pass(Duration.ofMillis(1));
        assertThat(this.file.fresh()).isNull();
        assertThat(this.file.get()).isEqualTo("another").isEqualTo(this.file.fresh());
    }

    // the time or the size tells; what changes neither is found when the server refuses it
    @Test
    void getRereadsTheFileWhenItsModificationTimeOrSizeHasChanged() throws IOException {
        write("one", 0);
        this.file.get();

        write("two", 0);
        pass(Duration.ofSeconds(1));
        assertThat(this.file.get()).isEqualTo("one");
        assertThat(this.file.renewed()).isEqualTo("two");

        write("three", 0);
        pass(Duration.ofSeconds(1));
        assertThat(this.file.get()).isEqualTo("three");

        write("seven", 1);
        pass(Duration.ofSeconds(1));
        assertThat(this.file.get()).isEqualTo("seven");
    }

    @Test
    void getReturnsTheLastValueWhileTheFileIsBeingReplaced() throws IOException {
        write("one", 0);
        this.file.get();

        Files.delete(this.path);
        pass(Duration.ofSeconds(1));
        assertThat(this.file.get()).isEqualTo("one").isEqualTo(this.file.fresh());
        write("", 1);
        pass(Duration.ofSeconds(1));
        assertThat(this.file.get()).isEqualTo("one");
        assertThatThrownBy(this.file::renewed).hasMessageContaining("is empty");
        write("two", 2);
        pass(Duration.ofSeconds(1));
        assertThat(this.file.get()).isEqualTo("two");
    }

    @Test
    void getWhenFileDoesNotExistFails() throws IOException {
        assertThatThrownBy(this.file::get)
                .hasMessageContaining(this.path.toString())
                .hasMessageContaining("cannot be read: NoSuchFileException");
        write("one", 0);

        assertThat(this.file.get()).isEqualTo("one");
    }

    @Test
    void getWhenFileIsTooLargeFails() throws IOException {
        write("s3cret".repeat(20_000), 0);

        assertThatThrownBy(this.file::get)
                .hasMessageContaining("is larger than 65536 bytes")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void toStringShowsOnlyThePath() throws IOException {
        write("s3cret", 0);
        this.file.get();

        assertThat(this.file).hasToString("CredentialFile[path=" + this.path + "]");
    }
}
