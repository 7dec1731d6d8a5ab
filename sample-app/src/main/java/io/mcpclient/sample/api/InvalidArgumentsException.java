package io.mcpclient.sample.api;

/** Thrown when a body is not a JSON object with the arguments of a tool. */
final class InvalidArgumentsException extends RuntimeException {

    InvalidArgumentsException(String message) {
        super(message);
    }
}
