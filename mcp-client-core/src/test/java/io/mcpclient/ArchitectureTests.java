package io.mcpclient;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.support.TimeSource;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/** The structure of the core as rules. Each message says what to do instead. */
@AnalyzeClasses(packages = "io.mcpclient", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

    private static final String ROOT = "io.mcpclient";

    /** Everybody may use it, it uses nobody. */
    private static final String SUPPORT = "support";

    /** Which package may use which others, {@value #SUPPORT} apart. A package that is not listed has no place yet. */
    private static final Map<String, List<String>> MAY_USE = Map.ofEntries(
            Map.entry(SUPPORT, List.of()),
            Map.entry("error", List.of()),
            Map.entry("schema", List.of()),
            Map.entry("jsonrpc", List.of("schema", "error")),
            Map.entry("handler", List.of("net", "schema", "auth")),
            Map.entry("call", List.of("net", "auth", "error", "schema", "handler")),
            Map.entry("resilience", List.of("call", "schema", "error")),
            Map.entry("store", List.of("error")),
            Map.entry("session", List.of("store", "error", "schema", "jsonrpc", "resilience")),
            Map.entry("auth", List.of("net", "error")),
            Map.entry("net", List.of("error")),
            Map.entry("oauth", List.of("auth", "store")),
            Map.entry("oauth.metadata", List.of("oauth", "auth", "net", "error")),
            Map.entry("oauth.client", List.of("oauth.metadata", "oauth", "auth", "net", "store", "error")),
            Map.entry(
                    "oauth.token", List.of("oauth.client", "oauth.metadata", "oauth", "auth", "net", "store", "error")),
            Map.entry(
                    "oauth.grant",
                    List.of("oauth.token", "oauth.client", "oauth.metadata", "oauth", "auth", "net", "error")),
            Map.entry(
                    "oauth.access",
                    List.of(
                            "oauth.grant",
                            "oauth.token",
                            "oauth.client",
                            "oauth.metadata",
                            "oauth",
                            "auth",
                            "net",
                            "store",
                            "schema",
                            "error")),
            Map.entry("transport", List.of("auth", "error", "jsonrpc")),
            Map.entry("transport.http", List.of("transport", "auth", "net", "error", "jsonrpc")),
            Map.entry("transport.stdio", List.of("transport", "error", "jsonrpc")),
            Map.entry("transport.memory", List.of("transport", "error", "jsonrpc")),
            Map.entry(
                    "protocol",
                    List.of(
                            "handler",
                            "call",
                            "resilience",
                            "session",
                            "transport",
                            "auth",
                            "jsonrpc",
                            "schema",
                            "error")),
            Map.entry(
                    "protocol.legacy",
                    List.of(
                            "protocol",
                            "session",
                            "resilience",
                            "handler",
                            "call",
                            "transport",
                            "jsonrpc",
                            "schema",
                            "error")),
            Map.entry(
                    "protocol.modern",
                    List.of(
                            "net",
                            "protocol",
                            "resilience",
                            "handler",
                            "call",
                            "transport",
                            "jsonrpc",
                            "schema",
                            "error")),
            Map.entry(
                    "protocol.detection",
                    List.of(
                            "protocol",
                            "protocol.legacy",
                            "protocol.modern",
                            "session",
                            "transport",
                            "jsonrpc",
                            "schema",
                            "error")),
            Map.entry(
                    "protocol.resumption",
                    List.of(
                            "protocol",
                            "protocol.legacy",
                            "protocol.detection",
                            "session",
                            "store",
                            "call",
                            "transport",
                            "jsonrpc",
                            "schema",
                            "error")),
            Map.entry("identity", List.of("resilience", "call", "auth", "error")),
            Map.entry(
                    "observation",
                    List.of("protocol", "handler", "call", "auth", "transport", "jsonrpc", "schema", "error")),
            Map.entry("validation", List.of("error")),
            Map.entry("operation", List.of("handler", "call", "schema", "validation", "error", "jsonrpc")),
            Map.entry("task", List.of("operation", "call", "handler", "schema", "jsonrpc", "error")),
            Map.entry(
                    "",
                    List.of(
                            "auth",
                            "identity",
                            "store",
                            "net",
                            "oauth",
                            "oauth.access",
                            "error",
                            "schema",
                            "handler",
                            "jsonrpc",
                            "call",
                            "resilience",
                            "session",
                            "transport",
                            "transport.http",
                            "transport.stdio",
                            "protocol",
                            "protocol.legacy",
                            "protocol.modern",
                            "protocol.detection",
                            "protocol.resumption",
                            "observation",
                            "operation",
                            "task")),
            Map.entry(
                    "registry",
                    List.of("", "handler", "call", "protocol", "resilience", "session", "schema", "error")));

    /** Which packages own which library; everybody else asks them. */
    private static final Map<String, List<String>> OWNERS = Map.ofEntries(
            Map.entry("tools.jackson..", List.of("jsonrpc", "validation")),
            Map.entry("com.networknt..", List.of("validation")),
            Map.entry("org.springframework.web..", List.of("transport.http", "observation", "")),
            Map.entry("io.micrometer..", List.of("observation")),
            Map.entry("org.springframework.http..", List.of("transport.http", "observation")),
            Map.entry("io.netty..", List.of("transport.http", "net")),
            Map.entry("reactor.netty..", List.of("transport.http", "net")),
            Map.entry("com.nimbusds..", List.of("oauth.metadata", "oauth.client", "oauth.token", "oauth.grant")),
            Map.entry("org.springframework.retry..", List.of("resilience")),
            Map.entry("io.github.resilience4j..", List.of("resilience")),
            Map.entry("com.fasterxml.jackson..", List.of("schema", "jsonrpc")));

    static List<String> packages() {
        return List.copyOf(MAY_USE.keySet());
    }

    static List<String> libraries() {
        return List.copyOf(OWNERS.keySet());
    }

    private static final JavaClasses CORE = new com.tngtech.archunit.core.importer.ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    private static String name(String relative) {
        return relative.isEmpty() ? ROOT : ROOT + "." + relative;
    }

    @ParameterizedTest(name = "{0} uses only what its row allows")
    @MethodSource("packages")
    void packageUsesOnlyWhatItsRowAllows(String relative) {
        String[] allowed = Stream.concat(Stream.of(SUPPORT), MAY_USE.getOrDefault(relative, List.of()).stream())
                .map(ArchitectureTests::name)
                .toArray(String[]::new);
        DescribedPredicate<JavaClass> foreign = resideInAPackage(ROOT + "..")
                .and(DescribedPredicate.not(resideInAPackage(name(relative))))
                .and(DescribedPredicate.not(resideInAnyPackage(allowed)));
        noClasses()
                .that()
                .resideInAPackage(name(relative))
                .should()
                .dependOnClassesThat(foreign)
                .because("calls flow one way, from the client to the wire: move the class to the layer that needs it,"
                        + " or pass in what it needs; allowed here: " + Arrays.toString(allowed))
                .check(CORE);
    }

    @ParameterizedTest(name = "{0} has owners")
    @MethodSource("libraries")
    void libraryIsUsedByItsOwnersAlone(String library) {
        String[] owners = OWNERS.getOrDefault(library, List.of()).stream()
                .map(ArchitectureTests::name)
                .toArray(String[]::new);
        noClasses()
                .that()
                .resideOutsideOfPackages(owners)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library)
                .because("one package owns each library, so that it can be replaced: ask " + Arrays.toString(owners))
                .check(CORE);
    }

    @ArchTest
    static final ArchRule EVERY_PACKAGE_HAS_A_ROW = classes()
            .should()
            .resideInAnyPackage(
                    MAY_USE.keySet().stream().map(ArchitectureTests::name).toArray(String[]::new))
            .because("a new package needs a purpose and a row in the table of this test");

    @ArchTest
    static final ArchRule NO_CYCLES = slices().matching("io.mcpclient.(**)")
            .should()
            .beFreeOfCycles()
            .because("a cycle means that two packages are one: merge them, or cut out what both need");

    @ArchTest
    static final ArchRule PROCESSES_ARE_STARTED_IN_STDIO_ALONE = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + ".transport.stdio")
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(Process.class, ProcessBuilder.class, ProcessHandle.class)
            .orShould()
            .callMethodWhere(DescribedPredicate.describe(
                    "Runtime.exec",
                    call -> call.getTarget().getName().equals("exec")
                            && call.getTargetOwner().isEquivalentTo(Runtime.class)))
            .because("one package knows how to start processes safely and to end all of them: use transport.stdio");

    @ArchTest
    static final ArchRule NO_SPRING_BOOT = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.springframework.boot..")
            .because("the core is usable without Spring Boot: put it into mcp-client-autoconfigure");

    @ArchTest
    static final ArchRule EVERYTHING_IS_NULL_MARKED = classes()
            .should(com.tngtech.archunit.lang.conditions.ArchConditions.be(DescribedPredicate.describe(
                    "in a package with @NullMarked", type -> type.getPackage().isAnnotatedWith(NullMarked.class))))
            .because("null is told by types: add a package-info with @NullMarked and one sentence of purpose");

    @ArchTest
    static final ArchRule NO_UNBOUNDED_BLOCKING = noClasses()
            .should()
            .callMethod(reactor.core.publisher.Mono.class, "block")
            .orShould()
            .callMethod(reactor.core.publisher.Flux.class, "blockFirst")
            .orShould()
            .callMethod(reactor.core.publisher.Flux.class, "blockLast")
            .because("nothing waits without a limit: use Blocking");

    @ArchTest
    static final ArchRule NO_SLEEPING = noClasses()
            .should()
            .callMethod(Thread.class, "sleep", long.class)
            .because("threads of the library do not wait: schedule, or compose publishers");

    /** Classes that read a clock or set timers of their own, and why. */
    private static final Map<String, String> OTHER_TIME = Map.ofEntries(
            Map.entry("support.SystemTime", "is the time that clients get"),
            Map.entry("McpClientBuilder", "chooses the time of a client"),
            Map.entry("auth.ProtectedServer", "is made without a client as well"),
            Map.entry("call.Deadline", "is made without a client as well"),
            Map.entry("net.LearnedHttp", "is made without a client as well"),
            Map.entry("transport.TransportProvider$Context", "is made without a client as well"),
            Map.entry("auth.CallbackListener", "serves all clients of an application"),
            Map.entry("auth.CredentialFile", "serves all clients of an application"),
            Map.entry("auth.McpAuthorizations", "serves all clients of an application"),
            Map.entry("registry.FollowedServer", "serves a registry of several clients"),
            Map.entry("store.InMemoryMcpStore", "serves all clients of an application"),
            Map.entry("protocol.Failures", "compares a date of the server with that of this machine"),
            Map.entry("transport.stdio.ProcessTree", "waits for processes, which end in real time"),
            Map.entry("validation.Budget", "bounds the use of the processor"));

    @ArchTest
    static final ArchRule TIME_IS_THAT_OF_THE_CLIENT = noClasses()
            .that(DescribedPredicate.describe(
                    "have no time of their own",
                    type -> !OTHER_TIME.containsKey(type.getName().substring(ROOT.length() + 1))))
            .should()
            .accessTargetWhere(DescribedPredicate.describe("static time", ArchitectureTests::isStaticTime))
            .because(
                    "a test replaces the time of a client: ask its TimeSource, or the one of the deadline, and give its"
                            + " timers to operators");

    static List<String> classesWithOtherTime() {
        return List.copyOf(OTHER_TIME.keySet());
    }

    @ParameterizedTest(name = "{0} has a time of its own")
    @MethodSource("classesWithOtherTime")
    void nothingIsExcludedThatHasTheTimeOfTheClient(String relative) {
        assertThat(CORE.get(name(relative)).getAccessesFromSelf()).anyMatch(ArchitectureTests::isStaticTime);
    }

    private static final Map<String, Set<String>> STATIC_TIME = Map.of(
            System.class.getName(), Set.of("nanoTime", "currentTimeMillis"),
            Instant.class.getName(), Set.of("now"),
            InstantSource.class.getName(), Set.of("system"),
            Clock.class.getName(), Set.of("systemUTC", "systemDefaultZone", "system"),
            TimeSource.class.getName(), Set.of("system"),
            Schedulers.class.getName(), Set.of("parallel"));

    /** Calls and references. Operators of Reactor that take a duration choose a scheduler by themselves unless they are given one. */
    private static boolean isStaticTime(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        if (STATIC_TIME.getOrDefault(owner, Set.of()).contains(access.getName())) {
            return true;
        }
        if (!(access instanceof JavaCodeUnitAccess<?> call) || !owner.startsWith("reactor.core.publisher.")) {
            return false;
        }
        List<String> parameters = call.getTarget().getRawParameterTypes().stream()
                .map(JavaClass::getName)
                .toList();
        return parameters.contains(Duration.class.getName()) && !parameters.contains(Scheduler.class.getName());
    }

    @ArchTest
    static final ArchRule REVISIONS_ARE_ASKED_IN_PROTOCOL_ALONE = noClasses()
            .that()
            .resideOutsideOfPackages(ROOT + ".protocol..", ROOT + ".schema", ROOT)
            .should()
            .dependOnClassesThat()
            .haveSimpleName("ProtocolRevision")
            .because("differences between revisions live in protocol: let the era decide and pass on the result");
}
