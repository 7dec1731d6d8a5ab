package io.mcpclient.skills.internal;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The URI of a skill or of one of its files, in its normalized form: scheme in lower case, percent-encoding only where it is needed. It
 * is an identifier and nothing else: its authority is no host, and is never resolved.
 *
 * @see "MCP extension io.modelcontextprotocol/skills (SKL-08, SKL-11, SKL-12, SKL-41, SKL-42)"
 */
public final class SkillUri {

    /** Name of the file that makes a directory a skill. */
    public static final String SKILL_FILE = "SKILL.md";

    /** Longest URI, and longest reference to a file. */
    public static final int MAX_LENGTH = 2048;

    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*");

    private static final String SEPARATOR = "://";

    private static final String UNRESERVED_MARKS = "-_~";

    private static final int DELETE = 0x7f;

    private final String scheme;

    private final List<String> segments;

    private SkillUri(String scheme, List<String> segments) {
        this.scheme = scheme;
        this.segments = segments;
    }

    /**
     * Reads a URI.
     * @param text the URI as received
     * @return the URI
     * @throws InvalidSkillException if it is not acceptable, with the reason
     */
    public static SkillUri of(String text) throws InvalidSkillException {
        checkLength(text);
        int end = text.indexOf(SEPARATOR);
        if (end < 0 || !SCHEME.matcher(text.substring(0, end)).matches()) {
            throw new InvalidSkillException("the URI does not begin with a scheme and \"://\"");
        }
        List<String> segments = segments(text.substring(end + SEPARATOR.length()));
        if (segments.get(0).indexOf('@') >= 0) {
            throw new InvalidSkillException("the URI has user information");
        }
        for (int i = 0; i < segments.size(); i++) {
            String segment = segments.get(i);
            if (segment.equals(".") || segment.equals("..") || (segment.isEmpty() && (i > 0 || segments.size() == 1))) {
                throw new InvalidSkillException("the URI has an empty, \".\" or \"..\" segment");
            }
        }
        return new SkillUri(text.substring(0, end).toLowerCase(Locale.ROOT), segments);
    }

    private static void checkLength(String text) throws InvalidSkillException {
        if (text.length() > MAX_LENGTH) {
            throw new InvalidSkillException("the URI is longer than " + MAX_LENGTH + " characters");
        }
    }

    private static List<String> segments(String path) throws InvalidSkillException {
        List<String> segments = new ArrayList<>();
        for (String segment : path.split("/", -1)) {
            segments.add(normalized(segment));
        }
        return List.copyOf(segments);
    }

    /** The segment with percent-encoding only where it is needed, and then in upper case. */
    private static String normalized(String segment) throws InvalidSkillException {
        StringBuilder normal = new StringBuilder(segment.length());
        for (int i = 0; i < segment.length(); i++) {
            char c = segment.charAt(i);
            if (c == '%') {
                append(normal, decoded(segment, i));
                i += 2;
            } else if (c > DELETE) {
                int codePoint = segment.codePointAt(i);
                if (Character.isISOControl(codePoint)) {
                    throw new InvalidSkillException("the URI has a control character");
                }
                for (byte octet : Character.toString(codePoint).getBytes(StandardCharsets.UTF_8)) {
                    encode(normal, octet & 0xff);
                }
                i += Character.charCount(codePoint) - 1;
            } else {
                appendPlain(normal, c);
            }
        }
        return normal.toString();
    }

    private static void appendPlain(StringBuilder normal, char c) throws InvalidSkillException {
        if (c == '?' || c == '#' || c == '\\') {
            throw new InvalidSkillException("the URI has a query, a fragment or a backslash");
        }
        if (c < ' ' || c == DELETE) {
            throw new InvalidSkillException("the URI has a control character");
        }
        if (c == ' ') {
            encode(normal, c);
        } else {
            normal.append(c);
        }
    }

    private static int decoded(String segment, int at) throws InvalidSkillException {
        int high = (at + 2 < segment.length()) ? Character.digit(segment.charAt(at + 1), 16) : -1;
        int low = (high >= 0) ? Character.digit(segment.charAt(at + 2), 16) : -1;
        if (low < 0) {
            throw new InvalidSkillException("the URI has an incomplete percent-encoding");
        }
        int octet = high * 16 + low;
        if (octet == '/' || octet == '\\' || octet == '.' || octet < ' ' || octet == DELETE) {
            throw new InvalidSkillException("the URI has an encoded slash, backslash, dot or control character");
        }
        return octet;
    }

    private static void append(StringBuilder normal, int octet) {
        boolean isUnreserved =
                octet < DELETE && (Character.isLetterOrDigit(octet) || UNRESERVED_MARKS.indexOf(octet) >= 0);
        if (isUnreserved) {
            normal.append((char) octet);
        } else {
            encode(normal, octet);
        }
    }

    private static void encode(StringBuilder normal, int octet) {
        normal.append(String.format(Locale.ROOT, "%%%02X", octet));
    }

    /**
     * Returns whether this is the URI of a {@code SKILL.md} in a named directory.
     * @return whether it can be the URI of a skill
     */
    public boolean isSkill() {
        int last = this.segments.size() - 1;
        return last > 0
                && this.segments.get(last).equals(SKILL_FILE)
                && !this.segments.get(last - 1).isEmpty();
    }

    /**
     * Returns the name of the directory of a {@code SKILL.md}.
     * @return the segment before the last one, encoded
     */
    public String name() {
        return this.segments.get(this.segments.size() - 2);
    }

    /**
     * Returns the path of a skill without scheme and {@code SKILL.md}.
     * @return the segments before the last one, joined
     */
    public String skillPath() {
        return String.join("/", this.segments.subList(0, this.segments.size() - 1));
    }

    /**
     * Returns the path of a file relative to the directory of a skill.
     * @param skill the URI of the {@code SKILL.md}
     * @return the path, {@code null} if the file is outside of the directory
     */
    public @Nullable String relativeTo(SkillUri skill) {
        List<String> directory = skill.segments.subList(0, skill.segments.size() - 1);
        boolean isInside = this.scheme.equals(skill.scheme)
                && this.segments.size() > directory.size()
                && this.segments.subList(0, directory.size()).equals(directory);
        return isInside ? String.join("/", this.segments.subList(directory.size(), this.segments.size())) : null;
    }

    /**
     * Resolves a relative reference against the directory of this {@code SKILL.md}.
     * @param reference relative path, as a model or a text has it; a fragment is ignored
     * @return the URI of the file
     * @throws InvalidSkillException if it leaves the directory, has a scheme, or is no relative path
     */
    public SkillUri resolve(String reference) throws InvalidSkillException {
        checkLength(reference);
        int fragment = reference.indexOf('#');
        String path = (fragment >= 0) ? reference.substring(0, fragment) : reference;
        if (path.isEmpty() || path.startsWith("/") || path.split("/", 2)[0].indexOf(':') >= 0) {
            throw new InvalidSkillException("the reference is not a relative path within the skill");
        }
        List<String> resolved = new ArrayList<>(this.segments.subList(0, this.segments.size() - 1));
        int directory = resolved.size();
        for (String segment : segments(path)) {
            if (segment.equals("..")) {
                if (resolved.size() == directory) {
                    throw new InvalidSkillException("the reference leaves the directory of the skill");
                }
                resolved.remove(resolved.size() - 1);
            } else if (!segment.equals(".")) {
                resolved.add(segment);
            }
        }
        if (resolved.size() == directory
                || resolved.contains("") && !resolved.get(0).isEmpty()) {
            throw new InvalidSkillException("the reference does not name a file of the skill");
        }
        return new SkillUri(this.scheme, List.copyOf(resolved));
    }

    /**
     * Resolves the path of a directory against the directory of this {@code SKILL.md}.
     * @param path relative path; empty or {@code .} for the directory of the skill
     * @return its URI, without a slash at the end
     * @throws InvalidSkillException as for {@link #resolve}
     */
    public SkillUri resolveDirectory(String path) throws InvalidSkillException {
        String trimmed = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        return (trimmed.isEmpty() || trimmed.equals("."))
                ? new SkillUri(this.scheme, this.segments.subList(0, this.segments.size() - 1))
                : resolve(trimmed);
    }

    /**
     * Returns whether this is a direct child of a directory.
     * @param directory URI of the directory
     * @return whether it is
     */
    public boolean isChildOf(SkillUri directory) {
        return this.scheme.equals(directory.scheme)
                && this.segments.size() == directory.segments.size() + 1
                && this.segments.subList(0, directory.segments.size()).equals(directory.segments);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SkillUri uri && uri.scheme.equals(this.scheme) && uri.segments.equals(this.segments);
    }

    @Override
    public int hashCode() {
        return Objects.hash(this.scheme, this.segments);
    }

    /** Returns the normalized URI. */
    @Override
    public String toString() {
        return this.scheme + SEPARATOR + String.join("/", this.segments);
    }
}
