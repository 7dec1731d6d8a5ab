package io.mcpclient.autoconfigure.diagnostics;

/**
 * Reason why there is no bean.
 *
 * @param reason indented lines
 * @param action action to take
 */
record Finding(String reason, String action) {

    static Finding of(String reason, String action) {
        return new Finding("    Reason: " + reason, action);
    }
}
