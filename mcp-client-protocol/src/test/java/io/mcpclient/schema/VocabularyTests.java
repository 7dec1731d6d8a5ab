package io.mcpclient.schema;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.exc.ValueInstantiationException;

import static org.assertj.core.api.Assertions.assertThat;

/** What holds for every record of the vocabulary. */
class VocabularyTests {

    static Stream<Class<?>> objects() {
        return classes().filter(Class::isRecord).filter(type -> type.isAnnotationPresent(JsonInclude.class));
    }

    static Stream<Class<?>> values() {
        return classes()
                .filter(Class::isRecord)
                .filter(type -> !type.isAnnotationPresent(JsonInclude.class))
                .filter(type -> type != FormField.class && type != FormField.Option.class);
    }

    // A missing member either does not matter or is named; nothing else may happen
    @ParameterizedTest
    @MethodSource("objects")
    void readWithoutMembersSucceedsOrNamesTheMissingOne(Class<?> type) {
        try {
            Object value = Json.read(discriminated(type, ""), type);
            assertThat(value).isNotNull();
            assertThat(Json.tree(value)).isNotNull();
        } catch (ValueInstantiationException ex) {
            assertThat(ex).hasCauseExactlyInstanceOf(IllegalArgumentException.class);
            assertThat(ex.getCause().getMessage()).matches("[a-z 0-9]+ has no \"[\\w$]+\"");
        }
    }

    @ParameterizedTest
    @MethodSource("objects")
    void readWithNullMembersSucceedsOrNamesTheMissingOne(Class<?> type) {
        StringBuilder members = new StringBuilder();
        for (RecordComponent component : type.getRecordComponents()) {
            if (component.getType() != Map.class && !component.getName().equals("mode")) {
                members.append('"').append(component.getName()).append("\":null,");
            }
        }
        members.append("\"later\":null");
        try {
            Object value = Json.read(discriminated(type, members.toString()), type);
            assertThat(value).isNotNull();
        } catch (ValueInstantiationException ex) {
            assertThat(ex).hasCauseExactlyInstanceOf(IllegalArgumentException.class);
            assertThat(ex.getCause().getMessage()).matches("[a-z 0-9]+ has no \"[\\w$]+\"");
        }
    }

    // Unknown names of open enumerations survive
    @ParameterizedTest
    @MethodSource("values")
    void readKeepsUnknownEnumValues(Class<?> type) {
        Object value = Json.read("\"not yet known\"", type);

        assertThat(Json.MAPPER.writeValueAsString(value)).isEqualTo("\"not yet known\"");
    }

    private static String discriminated(Class<?> type, String members) {
        String member = "";
        if (ContentBlock.class.isAssignableFrom(type) || SamplingContent.class.isAssignableFrom(type)) {
            member = "\"type\":\"" + nameOf(type) + "\"";
        } else if (type == PromptReference.class) {
            member = "\"type\":\"ref/prompt\"";
        } else if (type == ResourceTemplateReference.class) {
            member = "\"type\":\"ref/resource\"";
        } else if (type == TextResourceContents.class && members.isEmpty()) {
            member = "\"text\":\"\"";
        } else if (type == BlobResourceContents.class && members.isEmpty()) {
            member = "\"blob\":\"\"";
        } else if (type == ElicitURLParams.class) {
            member = "\"mode\":\"url\"";
        }
        return "{" + member + (member.isEmpty() || members.isEmpty() ? "" : ",") + members + "}";
    }

    private static String nameOf(Class<?> content) {
        return Stream.of(ContentBlock.class, SamplingContent.class)
                .flatMap(type ->
                        Arrays.stream(type.getAnnotation(JsonSubTypes.class).value()))
                .filter(subtype -> subtype.value() == content)
                .map(JsonSubTypes.Type::name)
                .findFirst()
                .orElse("unknown");
    }

    private static Stream<Class<?>> classes() {
        try {
            Path root = Path.of(Tool.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            List<Class<?>> classes = new ArrayList<>();
            for (String name : List.of("io.mcpclient.schema", "io.mcpclient.support.schema")) {
                try (Stream<Path> files = Files.list(root.resolve(name.replace('.', '/')))) {
                    files.map(file -> file.getFileName().toString())
                            .filter(file -> file.endsWith(".class") && !file.equals("package-info.class"))
                            .sorted()
                            .forEach(file -> classes.add(load(name, file)));
                }
            }
            return classes.stream();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        } catch (URISyntaxException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static Class<?> load(String packageName, String file) {
        try {
            return Class.forName(packageName + "." + file.substring(0, file.length() - ".class".length()));
        } catch (ClassNotFoundException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
