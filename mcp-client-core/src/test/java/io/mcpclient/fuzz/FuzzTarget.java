package io.mcpclient.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * A parser, or a client, that gets damaged input.
 *
 * @param name name for {@code fuzz.target}
 * @param reader reads an input; fails with an exception of the allowed types, or the input is a finding
 * @param allowed types of exceptions that are part of what the reader promises
 * @param recordings well-formed input, to be damaged
 */
public record FuzzTarget(
        String name, Reader reader, List<Class<? extends Exception>> allowed, List<byte[]> recordings) {

    /** Reads one input, and checks what comes of it. */
    @FunctionalInterface
    public interface Reader {

        void read(byte[] input) throws Exception;
    }

    public static FuzzTarget of(
            String name, Reader reader, List<Class<? extends Exception>> allowed, String... recordings) {
        return new FuzzTarget(
                name,
                reader,
                allowed,
                Stream.of(recordings)
                        .map(text -> text.getBytes(StandardCharsets.UTF_8))
                        .toList());
    }

    /** For a reader of text. */
    public static String text(byte[] input) {
        return new String(input, StandardCharsets.UTF_8);
    }

    /** One seed makes one input for each target. */
    byte[] input(long seed) {
        return new Mutator(seed * 31 + this.name.hashCode(), this.recordings).next();
    }

    boolean allows(Throwable failure) {
        return this.allowed.stream().anyMatch(type -> type.isInstance(failure));
    }
}
