package io.mcpclient;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.mcpclient.internal.support.LazyPart;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.Invariants;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** Counts the objects of a client that is connected and not used, and the parts that it has created. */
@Timeout(60)
class IdleClientTests {

    /** Ten more than there are: that of a new group of parts is noticed, that of a function or a small record is not. */
    private static final int MOST_OBJECTS = 136;

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    /** Not built by the invariants, which would listen to it. */
    private static McpClient client(ScriptedHttpServer server) {
        return McpClient.builder("weather")
                .protocol(protocol -> protocol.withEra(McpProtocol.LEGACY))
                .url(server.url())
                .build();
    }

    @Test
    void connectedClientDoesNotCreatePartsNeededOnlyForCalls() {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = client(server)) {
            client.connect();
            client.status();

            assertThat(createdParts(client)).containsExactly("LegacyClient");
            assertThat(objects(client).stream()
                            .map(object -> object.getClass().getName())
                            .filter(name -> name.startsWith("io.mcpclient.internal."))
                            .sorted())
                    .hasSizeLessThan(MOST_OBJECTS);
        }
    }

    // otherwise the test above proves nothing
    @Test
    void firstCallCreatesThePartsNeededForCalls() {
        try (ScriptedLegacyServer server = this.invariants.watch(ScriptedHttpServer.legacy());
                McpClient client = client(server)) {
            client.callTool("echo", Map.of());

            assertThat(createdParts(client)).contains("LegacyClient", "Operations", "CallPipeline", "Stages");
        }
    }

    private static List<String> createdParts(McpClient client) {
        return objects(client).stream()
                .filter(LazyPart.class::isInstance)
                .map(part -> ((LazyPart<?>) part).present())
                .filter(part -> part != null)
                .map(part -> part.getClass().getSimpleName())
                .sorted()
                .toList();
    }

    /** Returns the objects of our own classes that a client refers to, its functions included. */
    private static Set<Object> objects(McpClient client) {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Object> left = new ArrayDeque<>(List.of(client));
        while (!left.isEmpty()) {
            Object next = left.remove();
            if (next instanceof AtomicReference<?> reference) {
                add(reference.get(), left);
            } else if (next instanceof Collection<?> elements) {
                elements.forEach(element -> add(element, left));
            } else if (next instanceof Map<?, ?> entries) {
                entries.values().forEach(value -> add(value, left));
            } else if (isOurs(next.getClass()) && seen.add(next)) {
                addFields(next, left);
            }
        }
        return seen;
    }

    private static void addFields(Object owner, Deque<Object> found) {
        for (Class<?> type = owner.getClass(); isOurs(type); type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                    add(value(field, owner), found);
                }
            }
        }
    }

    private static boolean isOurs(@Nullable Class<?> type) {
        return type != null && type.getName().startsWith("io.mcpclient.") && !type.isEnum();
    }

    private static void add(@Nullable Object value, Deque<Object> found) {
        if (value != null) {
            found.add(value);
        }
    }

    private static @Nullable Object value(Field field, Object owner) {
        try {
            field.setAccessible(true);
            return field.get(owner);
        } catch (IllegalAccessException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
