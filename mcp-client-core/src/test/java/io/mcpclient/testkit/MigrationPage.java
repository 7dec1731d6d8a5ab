package io.mcpclient.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import tools.jackson.databind.json.JsonMapper;

/** A page for users of another client. Its tables have methods of that client on the left, and what replaces them on the right. */
public final class MigrationPage {

    private static final Path DOCS = Path.of("..", "docs");

    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([A-Za-z]+)\\.(\\w+)` \\|(.*)\\|$");

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    private final List<MatchResult> rows;

    private MigrationPage(List<MatchResult> rows) {
        this.rows = rows;
    }

    public static MigrationPage of(String name) throws IOException {
        return new MigrationPage(
                ROW.matcher(Files.readString(DOCS.resolve(name))).results().toList());
    }

    /** The methods of a type that the tables have, in alphabetical order. */
    public List<String> methods(String type) {
        return this.rows.stream()
                .filter(row -> row.group(1).equals(type))
                .map(row -> row.group(2))
                .sorted()
                .toList();
    }

    /** The public methods that a type of the other client declares, each name once, in alphabetical order. */
    public static List<String> methodsOf(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                .map(Method::getName)
                .distinct()
                .sorted()
                .toList();
    }

    /** The properties, types and methods on the right that do not exist in this library. */
    public Set<String> unknown() throws IOException {
        Set<String> properties = properties();
        List<String> types = types();
        return this.rows.stream()
                .flatMap(row -> CODE.matcher(row.group(3)).results())
                .map(code -> code.group(1))
                .filter(code -> code.startsWith("mcp.")
                        ? properties.stream().noneMatch(property -> isBelow(property, code.replaceAll("<\\w+>", "*")))
                        : code.matches("@?Mcp\\w+|[A-Z]\\w+\\.\\w+") && !isPublic(types, code))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean isBelow(String property, String name) {
        return name.equals(property) || (name.startsWith(property + ".") && !property.equals("mcp.servers"));
    }

    private static boolean isPublic(List<String> types, String code) {
        String[] names = code.replace("@", "").split("\\.");
        Pattern header = Pattern.compile("^\\S+: .*?[ $]" + names[0] + "\\b");
        return types.stream()
                .filter(type -> header.matcher(type).find())
                .anyMatch(type -> names.length == 1
                        || Pattern.compile("\\b" + names[1] + "\\(")
                                .matcher(type)
                                .find());
    }

    /** The names of the configuration metadata on the class path. */
    private static Set<String> properties() throws IOException {
        Set<String> names = new TreeSet<>();
        for (URL url : Collections.list(
                MigrationPage.class.getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
            try (InputStream content = url.openStream()) {
                JsonMapper.builder()
                        .build()
                        .readTree(content)
                        .path("properties")
                        .forEach(property -> names.add(property.path("name").asString()));
            }
        }
        return names;
    }

    /** The public types with their members: the blocks of the API records. */
    private static List<String> types() throws IOException {
        try (Stream<Path> records = Files.list(DOCS.resolve("api"))) {
            StringBuilder all = new StringBuilder();
            for (Path file :
                    records.filter(file -> file.toString().endsWith(".txt")).toList()) {
                all.append(Files.readString(file)).append("\n\n");
            }
            return List.of(all.toString().split("\n{2,}"));
        }
    }
}
