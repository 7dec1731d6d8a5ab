package io.mcpclient.jsonrpc;

/** Signals a result that only databind can read: its rules for such members apply. Never leaves the package. */
final class UnsupportedShapeException extends RuntimeException {

    UnsupportedShapeException() {
        super(null, null, false, false);
    }
}
