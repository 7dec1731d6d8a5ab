package io.mcpclient.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.asm.ClassReader;
import org.springframework.asm.Type;

import static org.junit.jupiter.api.extension.ConditionEvaluationResult.disabled;
import static org.junit.jupiter.api.extension.ConditionEvaluationResult.enabled;

/**
 * With {@code tests.fast}, runs only test classes that use neither sockets nor processes. They need no mark: the class files
 * of the tests tell, of a class and of everything among the tests that it uses. {@link Slow} excludes further ones. At work in all tests without being asked for, as
 * {@link SecretsWatch} is.
 */
public final class FastSelection implements ExecutionCondition {

    private static final boolean ON = Boolean.getBoolean("tests.fast");

    /** Classes, and packages that end with a dot. What the library itself uses does not count. */
    private static final Set<String> SLOW = Set.of(
            "java.lang.ProcessBuilder",
            "java.net.ServerSocket",
            "java.net.Socket",
            "java.net.http.HttpClient",
            "java.nio.channels.ServerSocketChannel",
            "com.sun.net.httpserver.",
            "io.mcpclient.testkit.ScriptedHttpServer",
            "io.mcpclient.internal.stdio.StdioTransportProvider",
            "io.zonky.test.",
            "org.testcontainers.",
            "reactor.netty.http.server.",
            "redis.embedded.");

    /** Places of test classes: of this module, of another one in the same build, and of its jar. */
    private static final List<String> TESTS = List.of("/test-classes/", "-tests.jar!");

    private static final int CONSTANT_CLASS = 7;

    private static final ConditionEvaluationResult RUNS = enabled("uses neither sockets nor processes");

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (!ON || context.getTestMethod().isPresent()) {
            return RUNS;
        }
        if (context.getTags().contains("slow")) {
            return disabled("takes seconds");
        }
        return context.getTestClass()
                .flatMap(FastSelection::slowPart)
                .map(part -> disabled("not among the fast tests"))
                .orElse(RUNS);
    }

    /** Returns what makes a test class slow, if anything does. */
    static Optional<String> slowPart(Class<?> testClass) {
        Set<String> seen = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(Set.of(testClass.getName()));
        while (!open.isEmpty()) {
            String name = open.remove();
            if (isSlow(name)) {
                return Optional.of(name);
            }
            if (seen.add(name)) {
                open.addAll(TestClasses.usedBy(name));
            }
        }
        return Optional.empty();
    }

    private static boolean isSlow(String name) {
        return SLOW.stream().anyMatch(slow -> slow.endsWith(".") ? name.startsWith(slow) : name.equals(slow));
    }

    /** The classes of the tests and of the testkit, whose class files are read when they are first asked for. */
    private static final class TestClasses {

        private static final Map<String, Set<String>> USED = new ConcurrentHashMap<>();

        private TestClasses() {}

        /** Returns the names in the constant pool, nested classes included; nothing for classes that are no tests. */
        static Set<String> usedBy(String name) {
            return USED.computeIfAbsent(name, TestClasses::read);
        }

        private static Set<String> read(String name) {
            URL file = FastSelection.class.getClassLoader().getResource(name.replace('.', '/') + ".class");
            if (file == null || TESTS.stream().noneMatch(file.getPath()::contains)) {
                return Set.of();
            }
            try (InputStream in = file.openStream()) {
                ClassReader reader = new ClassReader(in);
                char[] buffer = new char[reader.getMaxStringLength()];
                Set<String> used = new HashSet<>();
                for (int item = 1; item < reader.getItemCount(); item++) {
                    int offset = reader.getItem(item);
                    if (offset > 0 && reader.readByte(offset - 1) == CONSTANT_CLASS) {
                        used.add(Type.getObjectType(reader.readUTF8(offset, buffer))
                                .getClassName()
                                .replace("[]", ""));
                    }
                }
                used.removeIf(outer -> name.startsWith(outer + "$")); // always named by a nested class
                return used;
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }
    }
}
