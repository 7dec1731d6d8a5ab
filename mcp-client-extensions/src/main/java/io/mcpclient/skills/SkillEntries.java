package io.mcpclient.skills;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.mcpclient.skills.internal.InvalidSkillException;
import io.mcpclient.skills.internal.Sha256;
import io.mcpclient.skills.internal.SkillUri;
import io.mcpclient.text.SafeText;

/**
 * Reads entries of lists as plain JSON, and checks them.
 *
 * <table>
 * <caption>parts of an entry</caption>
 * <tr><th>part</th><th>rule</th></tr>
 * <tr><td>{@code uri}</td><td>a string, a URI by {@link SkillUri}, ends with {@code /SKILL.md} after a segment that is the name</td></tr>
 * <tr><td>{@code frontmatter}</td><td>an object with the strings {@code name} and {@code description}</td></tr>
 * <tr><td>{@code resources}</td><td>{@code "dynamic"}, or an array of files</td></tr>
 * <tr><td>a file</td><td>an object with a URI within the directory, each once, a digest and a size; the {@code SKILL.md} is one</td></tr>
 * </table>
 *
 * @see "MCP extension io.modelcontextprotocol/skills (SKL-07 to SKL-11)"
 */
final class SkillEntries {

    private static final int MAX_NAME = 64;

    private static final int MAX_DESCRIPTION = 1024;

    private static final Pattern NAME = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");

    private static final String DYNAMIC = "dynamic";

    private SkillEntries() {}

    /**
     * Reads an entry.
     * @param server configured name of the server
     * @param entry plain JSON
     * @return the skill
     * @throws InvalidSkillException if it breaks a rule
     */
    static McpSkill read(String server, @Nullable Object entry) throws InvalidSkillException {
        Map<?, ?> members = object(entry, "the entry");
        String text = text(members.get("uri"), "\"uri\"");
        SkillUri uri = SkillUri.of(text);
        if (!uri.isSkill()) {
            throw new InvalidSkillException("\"uri\" does not end with /SKILL.md after a directory");
        }
        Map<String, Object> frontmatter = new LinkedHashMap<>();
        object(members.get("frontmatter"), "\"frontmatter\"")
                .forEach((name, value) -> frontmatter.put(String.valueOf(name), value));
        String name = text(frontmatter.get("name"), "\"frontmatter.name\"");
        String description = text(frontmatter.get("description"), "\"frontmatter.description\"");
        check(uri, name, description);
        return new McpSkill(server, text, name, description, frontmatter, manifest(members.get("resources"), uri));
    }

    private static void check(SkillUri uri, String name, String description) throws InvalidSkillException {
        if (name.length() > MAX_NAME || !NAME.matcher(name).matches()) {
            throw new InvalidSkillException(
                    "\"frontmatter.name\" is not 1 to 64 lower-case letters, digits and single hyphens");
        }
        if (!uri.name().equals(name)) {
            throw new InvalidSkillException("\"frontmatter.name\" is not the name of the directory in \"uri\"");
        }
        if (description.isBlank() || description.length() > MAX_DESCRIPTION) {
            throw new InvalidSkillException("\"frontmatter.description\" is not 1 to 1024 characters");
        }
    }

    private static @Nullable McpSkillManifest manifest(@Nullable Object resources, SkillUri uri)
            throws InvalidSkillException {
        if (DYNAMIC.equals(resources)) {
            return null;
        }
        if (!(resources instanceof List<?> items)) {
            throw new InvalidSkillException("\"resources\" is neither an array nor \"dynamic\"");
        }
        List<McpSkillFile> files = new ArrayList<>(items.size());
        Set<SkillUri> known = new HashSet<>();
        for (Object item : items) {
            McpSkillFile file = file(item);
            SkillUri of = SkillUri.of(file.uri());
            if (of.relativeTo(uri) == null) {
                throw new InvalidSkillException("\"resources\" has a file outside of the directory of the skill");
            }
            if (!known.add(of)) {
                throw new InvalidSkillException("\"resources\" has a file twice");
            }
            files.add(file);
        }
        if (!known.contains(uri)) {
            throw new InvalidSkillException("\"resources\" does not have the SKILL.md of the skill");
        }
        return new McpSkillManifest(files);
    }

    private static McpSkillFile file(@Nullable Object item) throws InvalidSkillException {
        Map<?, ?> members = object(item, "a file in \"resources\"");
        String digest = text(members.get("digest"), "\"digest\" of a file");
        if (!Sha256.isDigest(digest)) {
            throw new InvalidSkillException("\"digest\" of a file is not sha256: and 64 lower-case hexadecimal digits");
        }
        return new McpSkillFile(text(members.get("uri"), "\"uri\" of a file"), size(members.get("size")), digest);
    }

    /** An integer by value; one that exceeds the range of {@code long} exceeds every limit as well. */
    private static long size(@Nullable Object size) throws InvalidSkillException {
        if (size instanceof Number number) {
            BigDecimal exact = exact(number);
            if (exact != null
                    && exact.signum() >= 0
                    && exact.remainder(BigDecimal.ONE).signum() == 0) {
                return exact.min(BigDecimal.valueOf(Long.MAX_VALUE)).longValue();
            }
        }
        throw new InvalidSkillException("\"size\" of a file is not a non-negative integer");
    }

    private static @Nullable BigDecimal exact(Number number) {
        try {
            return new BigDecimal(number.toString());
        } catch (NumberFormatException notFinite) {
            return null;
        }
    }

    private static Map<?, ?> object(@Nullable Object value, String what) throws InvalidSkillException {
        if (value instanceof Map<?, ?> members) {
            return members;
        }
        throw new InvalidSkillException(what + " is not an object");
    }

    private static String text(@Nullable Object value, String what) throws InvalidSkillException {
        if (value instanceof String text) {
            return text;
        }
        throw new InvalidSkillException(what + " is not a string");
    }

    /** The URI of an entry that is not valid, for status and logs. */
    static String printableUri(@Nullable Object entry) {
        return (entry instanceof Map<?, ?> members && members.get("uri") instanceof String uri)
                ? SafeText.excerpt(uri)
                : "";
    }

    /** The URI of a valid skill. */
    static SkillUri uri(McpSkill skill) {
        return checked(skill.uri());
    }

    /** A URI that was checked before. */
    static SkillUri checked(String uri) {
        try {
            return SkillUri.of(uri);
        } catch (InvalidSkillException ex) {
            throw new IllegalArgumentException(ex.reason(), ex);
        }
    }

    /**
     * Looks for a file in the manifest.
     * @param manifest a manifest
     * @param uri URI of the file
     * @return the file, {@code null} if it is not listed
     */
    static @Nullable McpSkillFile find(McpSkillManifest manifest, SkillUri uri) {
        for (McpSkillFile file : manifest.files()) {
            if (checked(file.uri()).equals(uri)) {
                return file;
            }
        }
        return null;
    }

    /**
     * Returns why a skill exceeds a limit.
     * @param skill a valid skill
     * @param settings the limits
     * @return the reason, {@code null} if it is within the limits
     */
    static @Nullable String excess(McpSkill skill, McpSkillSettings settings) {
        McpSkillManifest manifest = skill.manifest();
        if (manifest == null) {
            return null;
        }
        if (manifest.files().size() > settings.maxFiles()) {
            return "has " + manifest.files().size() + " files, more than skills.max-files = " + settings.maxFiles();
        }
        return (manifest.totalSize() > settings.maxSkillSize())
                ? "has " + manifest.totalSize() + " bytes, more than skills.max-skill-size = " + settings.maxSkillSize()
                : null;
    }
}
