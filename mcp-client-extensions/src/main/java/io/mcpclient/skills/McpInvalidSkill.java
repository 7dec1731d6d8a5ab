package io.mcpclient.skills;

/**
 * An entry of a list that breaks the rules, and is therefore not offered. Immutable.
 *
 * @param server configured name of the server
 * @param uri its URI, printable and cut after 256 characters; empty if it has none
 * @param reason what is wrong, printable
 */
public record McpInvalidSkill(String server, String uri, String reason) {}
