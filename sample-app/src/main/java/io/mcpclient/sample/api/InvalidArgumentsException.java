package io.mcpclient.sample.api;

/** Thrown when a body is not the JSON object that a tool's arguments are. */
final class InvalidArgumentsException extends RuntimeException {

    InvalidArgumentsException(String message) {
        super(message);
    }
}
