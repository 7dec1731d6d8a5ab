package io.mcpclient.skills;

/**
 * A direct child of a directory of a skill. Immutable.
 *
 * @param path path relative to the directory of the skill
 * @param isDirectory whether it is a directory
 * @param size length in bytes; -1 for a directory, and for files of dynamic skills
 */
public record McpSkillDirectoryEntry(String path, boolean isDirectory, long size) {}
