package io.mcpclient.testkit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.Predefined;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

import static org.junit.jupiter.api.extension.ConditionEvaluationResult.disabled;
import static org.junit.jupiter.api.extension.ConditionEvaluationResult.enabled;

/**
 * With {@code tests.fast}, runs only test classes that use neither sockets nor processes. Nobody has to mark them: the class files
 * of the tests tell, of a class and of everything among the tests that it uses. At work in all tests without being asked for, as
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

    private static final ConditionEvaluationResult RUNS = enabled("uses neither sockets nor processes");

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (!ON || context.getTestMethod().isPresent()) {
            return RUNS;
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

    /** The tests of a module and the testkit, read when they are first asked for. */
    private static final class TestClasses {

        private static final JavaClasses ALL = ArchConfiguration.withThreadLocalScope(TestClasses::importAll);

        private static final Map<String, Set<String>> USED = new ConcurrentHashMap<>();

        private TestClasses() {}

        /** Names are all that counts: no class of a library is looked at for them. */
        private static JavaClasses importAll(ArchConfiguration configuration) {
            configuration.setResolveMissingDependenciesFromClassPath(false);
            return new ClassFileImporter()
                    .withImportOption(Predefined.ONLY_INCLUDE_TESTS)
                    .importPackages("io.mcpclient");
        }

        static Set<String> usedBy(String name) {
            return USED.computeIfAbsent(name, TestClasses::find);
        }

        /** Nested classes belong to their outer class, although it need not name them. */
        private static Set<String> find(String name) {
            Set<String> used = new HashSet<>();
            for (JavaClass type : ALL) {
                if (type.getName().equals(name) || type.getName().startsWith(name + "$")) {
                    type.getDirectDependenciesFromSelf()
                            .forEach(dependency -> used.add(element(dependency.getTargetClass())));
                }
            }
            return used;
        }

        private static String element(JavaClass type) {
            return type.getBaseComponentType().getName();
        }
    }
}
