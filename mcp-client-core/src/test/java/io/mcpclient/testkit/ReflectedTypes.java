package io.mcpclient.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.net.URL;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.annotation.ReflectiveRuntimeHintsRegistrar;
import org.springframework.asm.AnnotationVisitor;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;
import org.springframework.beans.BeanUtils;
import org.springframework.beans.factory.aot.AotServices;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.ResolvableType;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.util.ClassUtils;

import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;

/**
 * Types that a native image needs runtime hints for, found in class files. Records and sealed interfaces of the library are bound
 *
 * <ul>
 * <li>if a method names them as a class constant or in a {@code TypeReference}, wherever it passes that on;
 * <li>if their values are the last argument of a method that writes JSON, or passes its last argument on to one that does;
 * <li>if an endpoint takes or returns them, or they are in the schema of the protocol;
 * <li>if they are members of such a type, or permitted by it.
 * </ul>
 *
 * A class is detected if a string constant names it. Not seen: values whose static type is {@code Object}, and elements of streams.
 */
public final class ReflectedTypes {

    private static final String LIBRARY = "io.mcpclient.";

    private static final Pattern SCHEMA = Pattern.compile("io/mcpclient/(support/)?schema/.*");

    private final ClassLoader loader = ReflectedTypes.class.getClassLoader();

    private final RuntimeHints hints = new RuntimeHints();

    /** Methods that write their last argument. */
    private final Set<ReadMethod> writers = new HashSet<>();

    /** By type: the place where it was found first. */
    private final Map<Class<?>, String> bound = new LinkedHashMap<>();

    private final Map<String, String> detected = new LinkedHashMap<>();

    private ReflectedTypes() {}

    /**
     * Finds types in modules.
     * @param classes a class of each module
     */
    public static ReflectedTypes of(Class<?>... classes) {
        return in(Stream.of(classes)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                .map(URL::toString)
                .map(module -> (module.endsWith(".jar") ? "jar:" + module + "!/" : module) + "**/*.class")
                .toArray(String[]::new));
    }

    static ReflectedTypes in(String... files) {
        ReflectedTypes types = new ReflectedTypes();
        AotServices.factories(types.loader)
                .load(RuntimeHintsRegistrar.class)
                .forEach(registrar -> registrar.registerHints(types.hints, types.loader));
        int before;
        do {
            before = types.writers.size();
            Arrays.stream(files).forEach(types::read);
        } while (types.writers.size() > before);
        return types;
    }

    /** Returns the names of all types that were found. */
    public Set<String> names() {
        Set<String> names = new TreeSet<>(this.detected.keySet());
        this.bound.keySet().forEach(type -> names.add(type.getName()));
        return names;
    }

    /** Returns the types without a hint, each with a place that needs it. */
    public Map<String, String> withoutHints() {
        Map<String, String> missing = new TreeMap<>(this.detected);
        missing.keySet()
                .removeIf(name -> reflection().onType(TypeReference.of(name)).test(this.hints));
        this.bound.forEach((type, place) -> {
            if (!isBindable(type)) {
                missing.put(type.getName(), place);
            }
        });
        return missing;
    }

    private boolean isBindable(Class<?> type) {
        if (!type.isRecord()) {
            return reflection().onType(type).test(this.hints);
        }
        return Stream.concat(
                        Stream.of(type.getDeclaredConstructors()).map(reflection()::onConstructorInvocation),
                        Stream.of(type.getRecordComponents())
                                .map(RecordComponent::getAccessor)
                                .map(reflection()::onMethodInvocation))
                .allMatch(needed -> needed.test(this.hints));
    }

    private void read(String files) {
        try {
            for (Resource resource : new PathMatchingResourcePatternResolver(this.loader).getResources(files)) {
                try (InputStream in = resource.getInputStream()) {
                    new ClassReader(in).accept(new Types(), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
                }
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    boolean isWriter(ReadMethod method) {
        return this.writers.contains(method);
    }

    void addWriter(ReadMethod method) {
        this.writers.add(method);
    }

    /** Adds a type, its type arguments and members, if they are data of the library. */
    void bind(ResolvableType type, String place) {
        Stream.of(type.getGenerics()).forEach(generic -> bind(generic, place));
        Class<?> plain = type.isArray() ? type.getComponentType().toClass() : type.toClass();
        boolean isData = plain.isRecord() || (plain.isSealed() && plain.isInterface());
        if (isData && plain.getName().startsWith(LIBRARY) && this.bound.putIfAbsent(plain, place) == null) {
            Stream<java.lang.reflect.Type> members = plain.isRecord()
                    ? Stream.of(plain.getRecordComponents()).map(RecordComponent::getGenericType)
                    : Stream.of(plain.getPermittedSubclasses());
            members.map(ResolvableType::forType).forEach(member -> bind(member, plain.getName()));
        }
    }

    void bind(Type constant, String place) {
        if (constant.getClassName().startsWith(LIBRARY)) {
            bind(ReadMethod.type(constant), place);
        }
    }

    void detect(String name, String place) {
        if (ClassUtils.isPresent(name, this.loader)) {
            this.detected.putIfAbsent(name, place);
        }
    }

    /** An endpoint has hints for what it takes and returns, as its annotation says. */
    void addEndpoint(ReadMethod method) {
        method.find().forEach(endpoint -> {
            new ReflectiveRuntimeHintsRegistrar().registerRuntimeHints(this.hints, endpoint.getDeclaringClass());
            Stream.concat(Stream.of(endpoint.getGenericReturnType()), Stream.of(endpoint.getGenericParameterTypes()))
                    .forEach(type -> bind(ResolvableType.forType(type), method.place()));
        });
    }

    /** Reads a class. The constants of a registrar do not need hints. */
    private final class Types extends ClassVisitor {

        private String owner = "";

        private boolean isRegistrar;

        Types() {
            super(SpringAsmInfo.ASM_VERSION);
        }

        @Override
        public void visit(
                int version, int access, String name, @Nullable String signature, String parent, String[] interfaces) {
            this.owner = name;
            this.isRegistrar = Set.of(interfaces).contains("org/springframework/aot/hint/RuntimeHintsRegistrar");
            if (parent.endsWith("TypeReference")) {
                bind(ReadMethod.type(Type.getObjectType(name)).getSuperType(), name);
            } else if (SCHEMA.matcher(name).matches()) {
                bind(Type.getObjectType(name), name);
            }
        }

        @Override
        public @Nullable AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
            if (annotation.endsWith("/ImportRuntimeHints;")) {
                Class<?> type = ReadMethod.type(Type.getObjectType(this.owner)).toClass();
                Stream.of(type.getAnnotation(ImportRuntimeHints.class).value())
                        .map(BeanUtils::instantiateClass)
                        .forEach(registrar ->
                                registrar.registerHints(ReflectedTypes.this.hints, ReflectedTypes.this.loader));
            }
            return null;
        }

        @Override
        public @Nullable MethodVisitor visitMethod(
                int access, String name, String descriptor, @Nullable String signature, String @Nullable [] thrown) {
            ReadMethod method = new ReadMethod(this.owner, name, descriptor);
            return this.isRegistrar ? null : new ReflectedValues(ReflectedTypes.this, method, access);
        }
    }
}
