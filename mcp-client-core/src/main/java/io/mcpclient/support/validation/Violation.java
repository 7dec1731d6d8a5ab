package io.mcpclient.support.validation;

/**
 * Violation of a schema by a value. Contains no part of the value except member names.
 *
 * @param path JSON pointer to the part of the value, empty for the value itself; untrusted text
 * @param keyword violated keyword of the schema, for example {@code type} or {@code required}
 */
public record Violation(String path, String keyword) {}
