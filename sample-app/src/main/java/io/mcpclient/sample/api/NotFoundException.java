package io.mcpclient.sample.api;

/** Thrown when the path or a parameter names something that does not exist. */
final class NotFoundException extends RuntimeException {

    NotFoundException(String message) {
        super(message);
    }
}
