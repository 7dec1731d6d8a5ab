package io.mcpclient.autoconfigure.settings;

import java.net.IDN;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.mcpclient.spring.McpServerPolicy.Target;
import io.mcpclient.support.net.Origin;

/**
 * A pattern for servers. What two programs may understand differently is never allowed and always denied: another spelling of a
 * server must not change the decision.
 *
 * <pre>
 *  https://*.example.com:8443/mcp   scheme://host:port/path, see {@link Url}
 *  unix:/run/mcp/*.sock             unix:socket, see {@link Socket}
 *  command:npx -y @example/*        command:program args, see {@link Command}
 *  npx                              the same, for a name without a dot or an absolute path
 *  registry:com.example/*           registry:name@version, see {@link Registry}
 * </pre>
 */
sealed interface ServerPattern {

    String COMMAND = "command:";

    String UNIX = "unix:";

    String REGISTRY = "registry:";

    /** A program without the prefix. A name with a dot may be a host, so it needs the prefix. */
    Pattern PROGRAM = Pattern.compile("(?:/[^\\s]+|[A-Za-z0-9_+-]+)(?: .*)?");

    /** Returns the pattern as it is configured. */
    String text();

    boolean matches(Target target);

    /**
     * Parses a pattern.
     * @param denies whether the pattern denies servers: in doubt it matches then, otherwise it does not
     * @throws IllegalArgumentException if it is not a pattern; the message is a sentence without its end
     */
    static ServerPattern of(String text, boolean denies) {
        if (text.regionMatches(true, 0, COMMAND, 0, COMMAND.length())) {
            return Command.of(text, denies);
        }
        if (text.regionMatches(true, 0, UNIX, 0, UNIX.length())) {
            return Socket.of(text);
        }
        if (text.regionMatches(true, 0, REGISTRY, 0, REGISTRY.length())) {
            return Registry.of(text, denies);
        }
        if (PROGRAM.matcher(text).matches()) {
            return Command.of(COMMAND + text, denies);
        }
        return Url.of(text, denies);
    }

    /**
     * A pattern for URLs. The host is a name, an address, {@code *} for all, or {@code *.} and a name for all names below it. Without
     * a port, the default port is allowed, and all ports are denied. The path is a prefix of whole segments; queries do not
     * matter.
     *
     * @param scheme in lower case, {@code *} for {@code http} and {@code https}; a denial covers both in any case
     * @param host normalized, as in {@link Origin}
     * @param port {@code null} if there is none, {@code *} for all
     * @param path decoded, without a slash at the end
     */
    record Url(
            String text,
            boolean denies,
            String scheme,
            String host,
            @Nullable String port,
            String path) implements ServerPattern {

        private static final Pattern SYNTAX = Pattern.compile(
                "(\\*|[A-Za-z]+)://(\\[[0-9A-Fa-f:.]+]|[^/:@?#\\[\\]%\\\\\\s]+)(?::([0-9]{1,5}|\\*))?(/[^?#\\s]*)?");

        private static final Set<String> SCHEMES = Set.of("*", "http", "https", "lb");

        /** Dots, separators and percent signs that are encoded, parameters, and empty or relative segments. */
        private static final Pattern AMBIGUOUS =
                Pattern.compile("(?i)%(?:2e|2f|5c|25|3b|00)|[;\\\\]|//|(?:^|/)\\.{1,2}(?:/|$)");

        /** What bytes that are not UTF-8 are decoded to. */
        private static final char INVALID = '\ufffd';

        static Url of(String text, boolean denies) {
            Matcher parts = SYNTAX.matcher(text);
            if (!parts.matches()) {
                throw new IllegalArgumentException("it is neither scheme://host:port/path nor command:program");
            }
            String scheme = parts.group(1).toLowerCase(Locale.ROOT);
            if (!SCHEMES.contains(scheme)) {
                throw new IllegalArgumentException("its scheme is none of http, https, lb and *");
            }
            String path = (parts.group(4) != null) ? parts.group(4).replaceFirst("/\\*{0,2}$", "") : "";
            if (path.contains("*") || AMBIGUOUS.matcher(path).find()) {
                throw new IllegalArgumentException("its path is ambiguous, or has * elsewhere than at the end");
            }
            return new Url(text, denies, scheme, hostOf(parts.group(2)), parts.group(3), decoded(path));
        }

        private static String hostOf(String written) {
            String prefix = written.equals("*") ? "*" : written.startsWith("*.") ? "*." : "";
            String name = written.substring(prefix.length());
            if (name.contains("*")) {
                throw new IllegalArgumentException("its host has * elsewhere than at the start, followed by a dot");
            }
            return prefix + (name.isEmpty() ? "" : normalized(name.startsWith("[") ? name : IDN.toASCII(name)));
        }

        private static String normalized(String host) {
            String plain = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
            String normalized = Origin.of(URI.create("https://" + plain)).host();
            if (normalized.isEmpty()) {
                throw new IllegalArgumentException("it has no valid host");
            }
            return normalized;
        }

        private static String decoded(String path) {
            return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
        }

        @Override
        public boolean matches(Target target) {
            URI url = target.url();
            return url != null
                    && url.getHost() != null
                    && hasScheme(url)
                    && hasHost(normalized(url.getHost()))
                    && hasPort(url)
                    && hasPath(url);
        }

        private boolean hasScheme(URI url) {
            String other = url.getScheme().toLowerCase(Locale.ROOT);
            boolean isService = other.equals("lb");
            return this.scheme.equals(other)
                    || (!isService && (this.scheme.equals("*") || (this.denies && !this.scheme.equals("lb"))));
        }

        private boolean hasHost(String other) {
            if (this.host.startsWith("*")) {
                return other.endsWith(this.host.substring(1)) && other.length() > this.host.length() - 1;
            }
            return this.host.equals(other);
        }

        private boolean hasPort(URI url) {
            if (this.port == null) {
                return this.denies || url.getScheme().equalsIgnoreCase("lb") || isDefaultPort(url);
            }
            return this.port.equals("*")
                    || Integer.parseInt(this.port) == Origin.of(url).port();
        }

        private static boolean isDefaultPort(URI url) {
            return Origin.of(url).port() == (url.getScheme().equalsIgnoreCase("http") ? 80 : 443);
        }

        private boolean hasPath(URI url) {
            if (this.path.isEmpty()) {
                return true;
            }
            String raw = String.valueOf(url.getRawPath());
            String other = decoded(raw);
            if (AMBIGUOUS.matcher(raw).find() || other.indexOf(INVALID) >= 0) {
                return this.denies;
            }
            return other.regionMatches(this.denies, 0, this.path, 0, this.path.length())
                    && (other.length() == this.path.length() || other.charAt(this.path.length()) == '/');
        }
    }

    /**
     * A pattern for Unix domain sockets: an absolute path without relative segments, with {@code *} for any characters but
     * separators. The path at the server does not matter.
     *
     * @param path pattern for the file of the socket
     */
    record Socket(String text, Pattern path) implements ServerPattern {

        static Socket of(String text) {
            String path = text.substring(UNIX.length()).replaceFirst("^//(?=/)", "");
            if (!path.startsWith("/")
                    || path.length() == 1
                    || Command.RELATIVE_SEGMENT.matcher(path).find()) {
                throw new IllegalArgumentException("its socket is not an absolute path");
            }
            return new Socket(text, Command.glob(path, "[^/]*", 0));
        }

        @Override
        public boolean matches(Target target) {
            URI url = target.url();
            return url != null
                    && UNIX.equals(url.getScheme() + ":")
                    && this.path.matcher(url.getPath()).matches();
        }
    }

    /**
     * A pattern for commands: a name that is looked up in {@code PATH}, or an absolute path, with {@code *} for any characters but
     * separators. To allow, the command is exactly this; patterns for arguments, if any, match all arguments one by one. To deny,
     * the pattern is the name of the program in any directory, whatever its letter case and extension.
     *
     * @param program pattern for the program
     * @param args patterns for arguments, {@code null} for any arguments
     */
    record Command(
            String text,
            boolean denies,
            Pattern program,
            @Nullable List<Pattern> args) implements ServerPattern {

        private static final Pattern SEPARATOR = Pattern.compile("[/\\\\]");

        private static final Pattern ABSOLUTE = Pattern.compile("(?:/|[A-Za-z]:[/\\\\]).*");

        private static final Pattern EXTENSION = Pattern.compile("(?i)(?:\\.(?:exe|cmd|bat|com|ps1))?[. ]*$");

        /** A path through another directory. */
        private static final Pattern RELATIVE_SEGMENT = Pattern.compile("(?:^|[/\\\\])\\.{1,2}(?:[/\\\\]|$)");

        static Command of(String text, boolean denies) {
            String[] words = text.substring(COMMAND.length()).trim().split("\\s+");
            String program = words[0];
            boolean isPath = SEPARATOR.matcher(program).find();
            if (program.isEmpty()) {
                throw new IllegalArgumentException("it has no program");
            }
            if (denies && (isPath || words.length > 1)) {
                throw new IllegalArgumentException(
                        "it has a directory or arguments, which another spelling would evade; deny the name");
            }
            if (isPath
                    && (!ABSOLUTE.matcher(program).matches()
                            || RELATIVE_SEGMENT.matcher(program).find())) {
                throw new IllegalArgumentException("its program is neither a name nor an absolute path");
            }
            List<Pattern> args = Arrays.stream(words, 1, words.length)
                    .map(word -> glob(word, "(?s).*", 0))
                    .toList();
            int flags = denies ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0;
            String name = denies ? withoutExtension(program) : program;
            return new Command(text, denies, glob(name, "[^/\\\\]*", flags), args.isEmpty() ? null : args);
        }

        private static Pattern glob(String text, String any, int flags) {
            return Pattern.compile(
                    Arrays.stream(text.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(any)), flags);
        }

        private static String withoutExtension(String name) {
            return EXTENSION.matcher(name).replaceFirst("");
        }

        @Override
        public boolean matches(Target target) {
            String command = target.command();
            if (command == null) {
                return false;
            }
            if (this.denies) {
                String[] path = SEPARATOR.split(command);
                String name = (path.length > 0) ? path[path.length - 1] : command;
                return this.program.matcher(withoutExtension(name)).matches()
                        || this.program.matcher(name).matches();
            }
            return this.program.matcher(command).matches()
                    && !RELATIVE_SEGMENT.matcher(command).find()
                    && hasArgs(target.args());
        }

        private boolean hasArgs(List<String> others) {
            List<Pattern> wanted = this.args;
            if (wanted == null) {
                return true;
            }
            boolean matches = wanted.size() == others.size();
            for (int i = 0; matches && i < wanted.size(); i++) {
                matches = wanted.get(i).matcher(others.get(i)).matches();
            }
            return matches;
        }
    }

    /**
     * A pattern for entries of registries: the name, with {@code *} for any characters but slashes, and after {@code @} the version, if
     * only one is meant. To deny, letter case does not matter.
     *
     * @param name pattern for the name
     * @param version the version, {@code null} for any
     */
    record Registry(String text, Pattern name, @Nullable String version) implements ServerPattern {

        private static final Pattern SYNTAX = Pattern.compile("([A-Za-z0-9.*-]+/[A-Za-z0-9._*-]+)(?:@([^\\s@*/]+))?");

        static Registry of(String text, boolean denies) {
            Matcher parts = SYNTAX.matcher(text.substring(REGISTRY.length()).trim());
            if (!parts.matches()) {
                throw new IllegalArgumentException(
                        "its name is not one like com.example/orders, com.example/* or com.example/orders@1.4.0");
            }
            int flags = denies ? Pattern.CASE_INSENSITIVE : 0;
            return new Registry(text, Command.glob(parts.group(1), "[^/]*", flags), parts.group(2));
        }

        @Override
        public boolean matches(Target target) {
            String entry = target.registryEntry();
            if (entry == null) {
                return false;
            }
            int at = entry.indexOf('@');
            return this.name.matcher(entry.substring(0, at)).matches()
                    && (this.version == null || this.version.equals(entry.substring(at + 1)));
        }
    }
}
