package io.mcpclient.testkit;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseBody;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

import io.mcpclient.jsonrpc.JsonCodec;

import static org.assertj.core.api.Assertions.assertThat;

class ReflectedTypesTests {

    private static final ReflectedTypes TYPES =
            ReflectedTypes.in("classpath*:io/mcpclient/testkit/ReflectedTypesTests$*.class");

    @Test
    void typesThatAreReadOrWrittenWithoutAHintAreMissing() {
        assertThat(TYPES.withoutHints())
                .containsOnlyKeys(
                        name("Read"),
                        name("Member"),
                        name("Element"),
                        name("Choice"),
                        name("Chosen"),
                        name("Written"),
                        name("PassedOn"),
                        name("Stored"),
                        "org.springframework.util.StopWatch")
                .containsEntry(name("Read"), name("Uses") + ".read")
                .containsEntry(name("Member"), name("Read"));
    }

    @Test
    void typesOfEndpointsAndThoseWithAHintAreFoundButNotMissing() {
        assertThat(TYPES.names())
                .contains(name("Hinted"), name("Body"), name("Answer"))
                .doesNotContain(name("Unused"));
    }

    private static String name(String type) {
        return ReflectedTypesTests.class.getName() + "$" + type;
    }

    record Read(List<Map<String, Member>> members, Choice[] choices) {}

    record Member(String text) {}

    record Element(String text) {}

    sealed interface Choice permits Chosen {}

    record Chosen(String text) implements Choice {}

    record Written(String text) {}

    record PassedOn(String text) {}

    record Stored(String text) {}

    record Hinted(String text) {}

    record Body(String text) {}

    record Answer(String text) {}

    record Unused(String text) {}

    @ImportRuntimeHints(Hints.class)
    static final class Uses {

        static final String DETECTED = "org.springframework.util.StopWatch";

        Object read(JsonCodec codec, JsonMapper mapper) {
            codec.convert("{}", Hinted.class);
            mapper.readValue("[]", new TypeReference<List<Element>>() {});
            return mapper.readValue("{}", Read.class);
        }

        String write(JsonCodec codec, List<Stored> stored) {
            List<Stored> first = first(stored);
            passOn(codec, new PassedOn("text"));
            codec.toJson(first);
            return codec.toJson(new Written(DETECTED));
        }

        private static List<Stored> first(List<Stored> stored) {
            return stored.subList(0, 1);
        }

        private static void passOn(JsonCodec codec, @Nullable Object value) {
            codec.toJson(value);
        }

        @PostMapping("/answers")
        @ResponseBody
        Answer answer(@RequestBody Body body) {
            return new Answer(new Unused(body.text()).text());
        }
    }

    static final class Hints implements RuntimeHintsRegistrar {

        @Override
        public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
            new BindingReflectionHintsRegistrar().registerReflectionHints(hints.reflection(), Hinted.class);
        }
    }
}
