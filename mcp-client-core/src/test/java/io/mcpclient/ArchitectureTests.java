package io.mcpclient;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.error.McpTimeoutException;
import io.mcpclient.internal.support.ContextKeys;
import io.mcpclient.internal.support.OperationNames;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.status.McpEra;
import io.mcpclient.support.ProtocolHeaders;
import io.mcpclient.time.TimeSource;
import io.mcpclient.transport.McpHttpClients;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/** The structure of the core as rules. Each message says what to do instead. */
@AnalyzeClasses(
        packages = "io.mcpclient",
        importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTests.WithoutProtocol.class})
class ArchitectureTests {

    private static final String ROOT = "io.mcpclient";

    private static final String INTERNAL = ROOT + ".internal..";

    /** Every package may use these. */
    private static final List<String> FOR_ALL = List.of("time", "text", "support", "support.json", "internal.support");

    /**
     * Which package may use which others, {@link #FOR_ALL} apart: the API first, in the order of the alphabet, then the internals, and
     * the assembling package at the end. A package without a row fails the build.
     */
    private static final Map<String, List<String>> MAY_USE = Map.ofEntries(
            Map.entry("time", List.of()),
            Map.entry("support", List.of()),
            Map.entry("internal.support", List.of()),
            Map.entry("auth", List.of("error", "settings", "store", "support.net")),
            Map.entry("call", List.of("auth", "error", "handler", "schema")),
            Map.entry("extension", List.of("auth", "call", "handler", "schema", "settings")),
            Map.entry("handler", List.of("auth", "support.net", "schema")),
            Map.entry("observation", List.of("schema", "transport")),
            Map.entry("settings", List.of("error", "jsonrpc", "schema", "store")),
            Map.entry("status", List.of("error", "handler", "schema", "store", "transport")),
            Map.entry("store", List.of()),
            Map.entry("task", List.of("call", "schema")),
            Map.entry("transport", List.of("auth", "error", "jsonrpc")),
            Map.entry("transport.memory", List.of("error", "jsonrpc", "transport")),
            Map.entry(
                    "internal.connection",
                    List.of(
                            "auth",
                            "call",
                            "error",
                            "internal.era",
                            "internal.pipeline",
                            "internal.task",
                            "schema",
                            "settings",
                            "status",
                            "transport")),
            Map.entry(
                    "internal.era",
                    List.of(
                            "call",
                            "error",
                            "internal.extension",
                            "support.schema",
                            "internal.task",
                            "jsonrpc",
                            "schema",
                            "status",
                            "transport")),
            Map.entry(
                    "internal.era.detection",
                    List.of(
                            "error",
                            "internal.era",
                            "internal.era.legacy",
                            "internal.era.modern",
                            "jsonrpc",
                            "schema",
                            "status",
                            "transport")),
            Map.entry(
                    "internal.era.legacy",
                    List.of(
                            "call",
                            "error",
                            "handler",
                            "internal.era",
                            "internal.extension",
                            "internal.inbound",
                            "internal.operation",
                            "support.schema",
                            "internal.session",
                            "support.store",
                            "internal.task",
                            "jsonrpc",
                            "schema",
                            "settings",
                            "status",
                            "task",
                            "transport")),
            Map.entry(
                    "internal.era.modern",
                    List.of(
                            "call",
                            "error",
                            "handler",
                            "internal.era",
                            "internal.extension",
                            "internal.inbound",
                            "internal.operation",
                            "internal.pipeline",
                            "support.schema",
                            "internal.task",
                            "jsonrpc",
                            "schema",
                            "settings",
                            "status",
                            "task",
                            "transport")),
            Map.entry("internal.extension", List.of("call", "error", "extension", "schema", "status", "transport")),
            Map.entry(
                    "internal.http",
                    List.of("auth", "error", "support.net", "jsonrpc", "schema", "settings", "transport")),
            Map.entry("internal.identity", List.of("auth", "call", "error", "settings")),
            Map.entry(
                    "internal.inbound",
                    List.of(
                            "auth",
                            "call",
                            "handler",
                            "internal.era",
                            "internal.extension",
                            "support.schema",
                            "jsonrpc",
                            "schema",
                            "settings",
                            "transport")),
            Map.entry("support.net", List.of("error", "settings")),
            Map.entry(
                    "internal.observation",
                    List.of(
                            "auth",
                            "call",
                            "error",
                            "handler",
                            "internal.era",
                            "internal.http",
                            "internal.inbound",
                            "support.schema",
                            "jsonrpc",
                            "observation",
                            "schema",
                            "transport")),
            Map.entry(
                    "internal.operation",
                    List.of(
                            "call",
                            "error",
                            "handler",
                            "internal.pipeline",
                            "support.schema",
                            "support.validation",
                            "jsonrpc",
                            "schema",
                            "settings",
                            "status")),
            Map.entry(
                    "internal.pipeline",
                    List.of("auth", "call", "error", "support.schema", "jsonrpc", "schema", "settings", "status")),
            Map.entry("internal.session", List.of("support.store", "jsonrpc", "schema", "settings", "status", "store")),
            Map.entry("internal.stdio", List.of("error", "jsonrpc", "settings", "transport")),
            Map.entry("support.recording", List.of("jsonrpc")),
            Map.entry("support.store", List.of("store")),
            Map.entry(
                    "internal.task",
                    List.of(
                            "call",
                            "error",
                            "internal.operation",
                            "internal.pipeline",
                            "support.schema",
                            "jsonrpc",
                            "schema",
                            "task")),
            Map.entry("support.validation", List.of("schema")),
            Map.entry(
                    "",
                    List.of(
                            "auth",
                            "call",
                            "error",
                            "extension",
                            "handler",
                            "internal.inbound",
                            "observation",
                            "schema",
                            "settings",
                            "status",
                            "task",
                            "transport")),
            Map.entry(
                    "internal.client",
                    List.of(
                            "",
                            "auth",
                            "call",
                            "error",
                            "extension",
                            "handler",
                            "internal.connection",
                            "internal.era",
                            "internal.era.detection",
                            "internal.era.legacy",
                            "internal.era.modern",
                            "internal.extension",
                            "internal.http",
                            "internal.identity",
                            "internal.inbound",
                            "internal.observation",
                            "internal.operation",
                            "internal.pipeline",
                            "support.schema",
                            "internal.session",
                            "internal.stdio",
                            "internal.task",
                            "jsonrpc",
                            "observation",
                            "schema",
                            "settings",
                            "status",
                            "store",
                            "support.net",
                            "task",
                            "transport")));

    /** Which packages own which library; everybody else asks them. */
    private static final Map<String, List<String>> OWNERS = Map.ofEntries(
            Map.entry("tools.jackson..", List.of("support", "internal.session", "support.validation")),
            Map.entry("com.networknt..", List.of("support.validation")),
            Map.entry(
                    "org.springframework.web..",
                    List.of("internal.http", "observation", "internal.observation", "internal.client", "")),
            Map.entry("io.micrometer..", List.of("observation", "internal.observation", "internal.support")),
            Map.entry("org.springframework.http..", List.of("internal.http", "observation", "internal.observation")),
            Map.entry("io.netty..", List.of("internal.http", "support.net")),
            Map.entry("reactor.netty..", List.of("internal.http", "support.net")),
            Map.entry("com.nimbusds..", List.of()),
            Map.entry("org.springframework.retry..", List.of("", "internal.client", "internal.pipeline", "support")),
            Map.entry("io.github.resilience4j..", List.of("internal.pipeline")),
            Map.entry("com.fasterxml.jackson..", List.of()));

    static List<String> packages() {
        return List.copyOf(MAY_USE.keySet());
    }

    static List<String> libraries() {
        return List.copyOf(OWNERS.keySet());
    }

    /** The protocol is a module with rules of its own. */
    static final class WithoutProtocol implements ImportOption {

        @Override
        public boolean includes(Location location) {
            return !location.contains("mcp-client-protocol");
        }
    }

    private static final JavaClasses CORE = new com.tngtech.archunit.core.importer.ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(new WithoutProtocol())
            .importPackages(ROOT);

    private static String name(String relative) {
        return relative.isEmpty() ? ROOT : ROOT + "." + relative;
    }

    @ParameterizedTest(name = "{0} uses only what its row allows")
    @MethodSource("packages")
    void packageDependsOnlyOnAllowedPackages(String relative) {
        String[] allowed = Stream.concat(FOR_ALL.stream(), MAY_USE.getOrDefault(relative, List.of()).stream())
                .map(ArchitectureTests::name)
                .toArray(String[]::new);
        DescribedPredicate<JavaClass> foreign = resideInAPackage(ROOT + "..")
                .and(DescribedPredicate.not(resideInAPackage(name(relative))))
                .and(DescribedPredicate.not(resideInAnyPackage(allowed)));
        noClasses()
                .that(resideInAPackage(name(relative)).and(DescribedPredicate.not(FACTORY)))
                .should()
                .dependOnClassesThat(foreign)
                .because("calls flow one way, from the client to the wire: move the class to the layer that needs it,"
                        + " or pass in what it needs; allowed here: " + Arrays.toString(allowed))
                .check(CORE);
    }

    @ParameterizedTest(name = "{0} has owners")
    @MethodSource("libraries")
    void libraryIsUsedOnlyByItsOwners(String library) {
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

    /** The factories of the API that create internal implementations. */
    private static final DescribedPredicate<JavaClass> FACTORY =
            JavaClass.Predicates.belongToAnyOf(McpHttpClients.class, McpClientBuilder.class, McpClients.class);

    private static final DescribedPredicate<JavaClass> IMPLEMENTATION =
            JavaClass.Predicates.simpleName("PooledHttpClients").or(resideInAPackage(name("internal.client")));

    @ArchTest
    static final ArchRule NO_SIGNATURE_OF_THE_API_NAMES_INTERNALS = classes()
            .that()
            .resideOutsideOfPackage(INTERNAL)
            .and()
            .arePublic()
            .should(new ArchCondition<>("name no internals in public or protected signatures") {
                @Override
                public void check(JavaClass type, ConditionEvents events) {
                    signatures(type)
                            .filter(named -> named.getPackageName().startsWith(ROOT + ".internal"))
                            .distinct()
                            .forEach(named -> events.add(
                                    SimpleConditionEvent.violated(type, type.getName() + " names " + named.getName())));
                }
            })
            .because("what is internal may change at any time: take or return a type of the API");

    /** Supertypes, and the types of fields, parameters, results and declared exceptions, type arguments included. */
    private static Stream<JavaClass> signatures(JavaClass type) {
        List<JavaType> named = new ArrayList<>(type.getInterfaces());
        type.getSuperclass().ifPresent(named::add);
        type.getFields().stream()
                .filter(ArchitectureTests::isVisible)
                .map(JavaField::getType)
                .forEach(named::add);
        type.getCodeUnits().stream().filter(ArchitectureTests::isVisible).forEach(call -> {
            named.addAll(call.getParameterTypes());
            named.add(call.getReturnType());
            named.addAll(call.getExceptionTypes());
        });
        return named.stream().flatMap(known -> known.getAllInvolvedRawTypes().stream());
    }

    private static boolean isVisible(JavaMember member) {
        return member.getModifiers().contains(JavaModifier.PUBLIC)
                || member.getModifiers().contains(JavaModifier.PROTECTED);
    }

    @ArchTest
    static final ArchRule NO_CYCLES = slices().matching("io.mcpclient.(**)")
            .should()
            .beFreeOfCycles()
            .ignoreDependency(FACTORY, IMPLEMENTATION)
            .because("a cycle means that two packages are one: merge them, or cut out what both need");

    @ArchTest
    static final ArchRule PROCESSES_ARE_STARTED_IN_STDIO_ALONE = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + ".internal.stdio")
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(Process.class, ProcessBuilder.class, ProcessHandle.class)
            .orShould()
            .callMethodWhere(DescribedPredicate.describe(
                    "Runtime.exec",
                    call -> call.getTarget().getName().equals("exec")
                            && call.getTargetOwner().isEquivalentTo(Runtime.class)))
            .because("one package knows how to start processes safely and to end all of them: use internal.stdio");

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
            .because("nullness is declared by types: add a package-info with @NullMarked and one sentence of purpose");

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

    @ArchTest
    static final ArchRule SLF4J_OF_MAVEN = noClasses()
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("org.slf4j.spi.LoggingEventBuilder")
            .orShould()
            .callMethod(org.slf4j.Logger.class, "isEnabledForLevel", org.slf4j.event.Level.class)
            .because("mcp-client-maven-plugin runs with the SLF4J 1.7 of Maven 3: use Loggers");

    /** Classes that read a clock or set timers of their own, and why. */
    private static final Map<String, String> OTHER_TIME = Map.ofEntries(
            Map.entry("time.SystemTime", "is the time that clients get"),
            Map.entry("McpClientBuilder", "chooses the time of a client"),
            Map.entry("auth.ProtectedServer", "is made without a client as well"),
            Map.entry("call.Deadline", "is made without a client as well"),
            Map.entry("support.net.UntrustedHttpClient", "is made without a client as well"),
            Map.entry("transport.TransportProvider$Context", "is made without a client as well"),
            Map.entry("auth.CallbackListener", "serves all clients of an application"),
            Map.entry("auth.CredentialFile", "serves all clients of an application"),
            Map.entry("auth.McpAuthorizations", "serves all clients of an application"),
            Map.entry("store.InMemoryMcpStore", "serves all clients of an application"),
            Map.entry("internal.era.Failures", "compares a date of the server with that of this machine"),
            Map.entry("internal.stdio.ProcessTree", "waits for processes, which end in real time"),
            Map.entry("support.validation.Budget", "bounds the use of the processor"));

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
    void classesExemptFromTheClockRuleUseStaticTime(String relative) {
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

    /** Packages that know the protocol's vocabulary, in which eras and revisions are values. */
    private static final String[] ERAS = {
        ROOT + ".internal.era..", ROOT + ".schema", ROOT + ".status", ROOT + ".settings"
    };

    /** Classes outside of the eras that name a revision or an era, and why. */
    private static final Map<String, String> OTHER_REVISIONS = Map.ofEntries(
            Map.entry("internal.client.IdentityAssembly", "creates the eras"),
            Map.entry("internal.inbound.ClientFeature", "gets the revision of a session from its era"),
            Map.entry("internal.inbound.ClientFeatures", "gets the revision of a session from its era"),
            Map.entry("internal.inbound.ElicitationFeature", "gets the revision of a session from its era"),
            Map.entry("internal.inbound.FeatureRequest", "gets the revision of a session from its era"),
            Map.entry("internal.inbound.InboundHandler", "gets the revision of a session from its era"),
            Map.entry("internal.inbound.RootsFeature", "gets the revision of a session from its era"),
            Map.entry("internal.inbound.SamplingFeature", "gets the revision of a session from its era"));

    @ArchTest
    static final ArchRule REVISIONS_ARE_ASKED_IN_ERAS_ALONE = noClasses()
            .that()
            .resideOutsideOfPackages(ERAS)
            .and(DescribedPredicate.describe(
                    "are no exception",
                    type -> !OTHER_REVISIONS.containsKey(
                            outermost(type).getName().substring(ROOT.length() + 1))))
            .should()
            .dependOnClassesThat(DescribedPredicate.describe(
                    "are revisions or eras",
                    type -> type.isEquivalentTo(ProtocolRevision.class) || type.isEquivalentTo(McpEra.class)))
            .because("differences between revisions live in internal.era: let the era decide and pass on the result");

    private static JavaClass outermost(JavaClass type) {
        return type.getEnclosingClass().map(ArchitectureTests::outermost).orElse(type);
    }

    static List<String> classesWithOtherRevisions() {
        return List.copyOf(OTHER_REVISIONS.keySet());
    }

    @ParameterizedTest(name = "{0} names a revision or an era")
    @MethodSource("classesWithOtherRevisions")
    void classesExemptFromTheRevisionRuleReferToARevisionOrEra(String relative) {
        assertThat(CORE.get(name(relative)).getDirectDependenciesFromSelf())
                .anyMatch(dependency -> dependency.getTargetClass().isEquivalentTo(ProtocolRevision.class)
                        || dependency.getTargetClass().isEquivalentTo(McpEra.class));
    }

    /**
     * What exists in one era only, by its name in the sources, because the compiler copies constants: the header with the session
     * id, the id itself, and methods of one era. The other methods of the handshake era are also operations of the client, which
     * the stateless era translates.
     */
    private static final Pattern OF_ONE_ERA = Pattern.compile("ProtocolHeaders\\.SESSION_ID|\\bsessionId\\("
            + "|McpMethods\\.(INITIALIZE|NOTIFICATIONS_INITIALIZED|SERVER_DISCOVER|SUBSCRIPTIONS_LISTEN"
            + "|NOTIFICATIONS_SUBSCRIPTIONS_ACKNOWLEDGED|TASKS_RESULT|TASKS_LIST|TASKS_UPDATE"
            + "|NOTIFICATIONS_TASKS_STATUS|NOTIFICATIONS_TASKS|NOTIFICATIONS_ELICITATION_COMPLETE)\\b");

    /** Sources outside of the eras that name something of one era, and why. */
    private static final Map<String, String> OTHER_ERAS = Map.ofEntries(
            Map.entry("internal.client.ClientAssembly", "the status of a client includes the id of the session"),
            Map.entry("internal.client.BlockingFacets", "names an operation in errors"),
            Map.entry("internal.client.ReactiveFacets", "names an operation in errors"),
            Map.entry("internal.client.DefaultMcpTask", "names an operation in errors"),
            Map.entry("internal.task.CompletedTask", "names an operation in errors"),
            Map.entry("internal.task.ResumedTask", "names an operation in errors, before the era is known"),
            Map.entry("internal.connection.Connection", "returns the id of the session to the API"),
            Map.entry("internal.http.AutoHttpTransport", "HTTP+SSE is detected by the first request of the handshake"),
            Map.entry("internal.http.HttpFailures", "the first response shows whether the address is that of a server"),
            Map.entry("internal.inbound.ServerNotifications", "is called by the era that receives the notification"),
            Map.entry("internal.observation.ObservedRequests", "is a table of all methods"),
            Map.entry("internal.observation.TracingTransport", "the conventions of spans include the session"),
            Map.entry("internal.pipeline.Idempotency", "is a table of all methods"),
            Map.entry("internal.session.SessionFormat", "stores sessions"));

    private static final Path SOURCES = Path.of("src/main/java/io/mcpclient");

    private static final Path PROTOCOL = Path.of("..", "mcp-client-protocol").resolve(SOURCES);

    @Test
    void eraSpecificNamesAppearOnlyInTheEraPackage() throws IOException {
        Set<String> found = new TreeSet<>();
        for (Map.Entry<String, String> source : sources().entrySet()) {
            if (!source.getKey().startsWith("internal.era.")
                    && OF_ONE_ERA.matcher(source.getValue()).find()) {
                found.add(source.getKey());
            }
        }
        assertThat(found)
                .as("differences between eras live in internal.era: let the era decide and pass on the result")
                .isEqualTo(new TreeSet<>(OTHER_ERAS.keySet()));
    }

    /** Values with one constant, by the sources that may contain them. */
    static Map<String, Set<String>> literals() {
        Map<String, Set<String>> literals = new TreeMap<>();
        Arrays.stream(McpMethods.class.getFields())
                .map(field -> value(McpMethods.class, field.getName()))
                .filter(method -> method.contains("/") || method.equals(McpMethods.INITIALIZE))
                .forEach(method -> literals.put(method, Set.of("schema.McpMethods")));
        for (ProtocolRevision revision : ProtocolRevision.values()) {
            literals.put(revision.wireValue(), Set.of("schema.ProtocolRevision"));
        }
        literals.put(ProtocolHeaders.SESSION_ID, Set.of("support.ProtocolHeaders"));
        literals.put(ProtocolHeaders.PROTOCOL_VERSION, Set.of("support.ProtocolHeaders"));
        literals.put(ContextKeys.OBSERVATION, Set.of("internal.support.ContextKeys"));
        literals.put(OperationNames.CONNECT, Set.of("internal.support.OperationNames", "error.McpTimeoutException"));
        literals.put(McpTimeoutException.ANSWER, Set.of("error.McpTimeoutException"));
        return literals;
    }

    private static String value(Class<?> owner, String constant) {
        try {
            return String.valueOf(owner.getField(constant).get(null));
        } catch (ReflectiveOperationException ex) {
            throw new AssertionError(ex);
        }
    }

    @Test
    void literalsAreNotCopied() throws IOException {
        Map<String, String> sources = sources();
        literals().forEach((literal, owners) -> assertThat(sources)
                .allSatisfy((source, text) -> assertThat(!owners.contains(source) && text.contains('"' + literal + '"'))
                        .as("%s contains \"%s\": use the constant of %s", source, literal, owners)
                        .isFalse()));
    }

    // packages without Micrometer use the key too
    @Test
    void observationContextKeyEqualsMicrometersKey() {
        assertThat(ContextKeys.OBSERVATION).isEqualTo(ObservationThreadLocalAccessor.KEY);
    }

    /** Sources of the protocol and the core by relative class name, without comments. */
    private static Map<String, String> sources() throws IOException {
        Map<String, String> sources = new TreeMap<>();
        for (Path root : List.of(PROTOCOL, SOURCES)) {
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    String name = root.relativize(file)
                            .toString()
                            .replace(File.separatorChar, '.')
                            .replace(".java", "");
                    sources.put(name, COMMENT.matcher(Files.readString(file)).replaceAll(""));
                }
            }
        }
        return sources;
    }

    private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*(/\\*\\*|\\*|//).*$");
}
