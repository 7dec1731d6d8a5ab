package io.mcpclient.discovery;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Kinds of packages that can be run without an installation, one row each: form of identifiers and versions, programs that run them (the
 * first one by default), and arguments of the programs that are harmless.
 *
 * <p>Versions are exact for the program: {@code npx} and {@code dnx} would choose a later one for {@code 1.2}.
 *
 * @see "REG-08, REG-10, REG-11, REG-18, REG-25; REG-A3, REG-A4"
 */
enum PackageType {
    NPM(
            "npm",
            Pattern.compile("(?:@[A-Za-z0-9][A-Za-z0-9._-]*/)?[A-Za-z0-9][A-Za-z0-9._-]*"),
            Pattern.compile("\\d+\\.\\d+\\.\\d+(?:-[0-9A-Za-z.-]+)?(?:\\+[0-9A-Za-z.-]+)?"),
            List.of("npx"),
            Set.of("-y", "--yes", "-q", "--quiet", "--silent", "--prefer-offline")),

    PYPI(
            "pypi",
            Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?"),
            Pattern.compile(
                    "(?:\\d+!)?\\d+(?:\\.\\d+)*(?:[._-]?(?:a|b|c|rc|alpha|beta|post|dev)[._-]?\\d*)*(?:\\+[0-9A-Za-z.]+)?"),
            List.of("uvx"),
            Set.of("-q", "--quiet", "--isolated", "--no-cache", "--offline", "--no-progress")),

    NUGET(
            "nuget",
            Pattern.compile("[A-Za-z0-9_]+(?:[.-][A-Za-z0-9_]+)*"),
            Pattern.compile("\\d+\\.\\d+\\.\\d+(?:\\.\\d+)?(?:-[0-9A-Za-z.-]+)?(?:\\+[0-9A-Za-z.-]+)?"),
            List.of("dnx"),
            Set.of("-y", "--yes")),

    OCI(
            "oci",
            Pattern.compile("[a-z0-9]+(?:[._-]+[a-z0-9]+)*(?::\\d{1,5}(?=/))?(?:/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)*"
                    + "(?!:latest$)(?=[:@])(?::[A-Za-z0-9_][A-Za-z0-9._-]{0,127})?(?:@sha256:[a-f0-9]{64})?"),
            Pattern.compile(".*"),
            List.of("docker", "podman"),
            Set.of("-i", "--interactive", "--rm", "--init", "--read-only"));

    private static final int MAX_IDENTIFIER = 512;

    private static final int MAX_VERSION = 255;

    private final String name;

    private final Pattern identifiers;

    private final Pattern versions;

    private final List<String> runtimes;

    private final Set<String> harmless;

    PackageType(String name, Pattern identifiers, Pattern versions, List<String> runtimes, Set<String> harmless) {
        this.name = name;
        this.identifiers = identifiers;
        this.versions = versions;
        this.runtimes = runtimes;
        this.harmless = harmless;
    }

    /** Returns the type with a name; {@code null} if there is none that can be run. */
    static @Nullable PackageType of(String name) {
        return Arrays.stream(values())
                .filter(type -> type.name.equals(name))
                .findFirst()
                .orElse(null);
    }

    /** Why packages of another type are not run. */
    static String reason(String name) {
        return switch (name) {
            case "mcpb" -> "bundles are not supported: download and verify it, and set the command of the server";
            case "cargo", "go" -> "such packages have to be installed: set the command of the server";
            default -> "the type is unknown";
        };
    }

    boolean isIdentifier(String text) {
        return text.length() <= MAX_IDENTIFIER && this.identifiers.matcher(text).matches();
    }

    boolean isExactVersion(@Nullable String text) {
        return text != null
                && text.length() <= MAX_VERSION
                && this.versions.matcher(text).matches();
    }

    String defaultRuntime() {
        return this.runtimes.get(0);
    }

    /** Whether a program is not one of another type. */
    boolean isRunBy(String runtime) {
        return this.runtimes.contains(runtime)
                || Arrays.stream(values()).noneMatch(type -> type.runtimes.contains(runtime));
    }

    boolean isHarmless(String argument) {
        return this.harmless.contains(argument);
    }

    static String withoutSlash(String url) {
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }

    /** The arguments that make the program use another registry. */
    List<String> registryArguments(String url) {
        return switch (this) {
            case NPM -> List.of("--registry=" + url);
            case PYPI -> List.of("--default-index", url);
            case NUGET -> List.of("--source", url);
            case OCI -> List.of(); // the reference of an image names its registry
        };
    }
}
