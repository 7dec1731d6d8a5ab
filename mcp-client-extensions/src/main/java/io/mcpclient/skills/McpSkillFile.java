package io.mcpclient.skills;

/**
 * A file in the manifest of a skill. Immutable.
 *
 * @param uri URI of the file, as the server has sent it
 * @param size length in bytes, not negative
 * @param digest {@code sha256:} and 64 hexadecimal digits, over the same bytes
 */
public record McpSkillFile(String uri, long size, String digest) {}
