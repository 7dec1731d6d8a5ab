package io.mcpclient.validation;

/**
 * Where a value breaks its schema. Holds nothing of the value but names of members.
 *
 * @param path JSON pointer to the part of the value, empty for the value itself; untrusted text
 * @param keyword keyword of the schema that is broken, for example {@code type} or {@code required}
 */
public record Violation(String path, String keyword) {}
