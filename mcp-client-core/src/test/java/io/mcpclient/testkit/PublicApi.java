package io.mcpclient.testkit;

import java.io.IOException;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The public API of a module as text, one line for each type and each member, in a fixed order: what a user can name. A file
 * with it lies below {@code docs/api}, so that a change of the API shows as a change of that file.
 */
public final class PublicApi {

    private PublicApi() {}

    /**
     * Describes the public types in a folder of class files.
     * @param classes the folder, such as {@code target/classes}
     * @param isPublished whether the package of a type is part of the API
     * @return the lines of the file
     */
    public static List<String> of(Path classes, Predicate<String> isPublished) throws IOException {
        List<Class<?>> types = new ArrayList<>();
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.sorted().toList()) {
                String name =
                        classes.relativize(file).toString().replace('\\', '.').replace('/', '.');
                if (name.endsWith(".class") && !name.endsWith("-info.class")) {
                    types.add(load(name.substring(0, name.length() - ".class".length())));
                }
            }
        }
        return types.stream()
                .filter(type -> isPublished.test(type.getPackageName()) && isVisible(type))
                .sorted((one, other) -> one.getName().compareTo(other.getName()))
                .flatMap(PublicApi::lines)
                .toList();
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, PublicApi.class.getClassLoader());
        } catch (ClassNotFoundException ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static boolean isVisible(Class<?> type) {
        Class<?> outer = type.getDeclaringClass();
        return isVisible(type.getModifiers())
                && !type.isAnonymousClass()
                && !type.isLocalClass()
                && (outer == null || isVisible(outer));
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static Stream<String> lines(Class<?> type) {
        Stream<AccessibleObject> members = Stream.of(
                        type.getDeclaredFields(), type.getDeclaredConstructors(), type.getDeclaredMethods())
                .flatMap(Arrays::stream);
        String supertypes = Stream.concat(
                        Stream.ofNullable(type.getGenericSuperclass()), Stream.of(type.getGenericInterfaces()))
                .map(java.lang.reflect.Type::getTypeName)
                .filter(name -> !name.equals("java.lang.Object"))
                .collect(Collectors.joining(", "));
        return Stream.concat(
                Stream.of(
                        "",
                        type.getPackageName() + ": " + plain(type.toGenericString())
                                + (supertypes.isEmpty() ? "" : " : " + plain(supertypes))),
                members.filter(member -> isVisible(((Member) member).getModifiers()) && !isSynthetic(member))
                        .sorted(Comparator.comparing((AccessibleObject member) -> ((Member) member).getName())
                                .thenComparing(PublicApi::generic))
                        .map(member -> "    " + plain(generic(member)).replace(simpleName(type) + ".", "")));
    }

    private static String simpleName(Class<?> type) {
        return plain(type.getTypeName());
    }

    private static boolean isSynthetic(AccessibleObject member) {
        return ((Member) member).isSynthetic();
    }

    private static String generic(AccessibleObject member) {
        return (member instanceof Executable call) ? call.toGenericString() : ((Field) member).toGenericString();
    }

    /** Packages are left out, and what is the same on nearly every line. */
    private static String plain(String line) {
        return line.replaceAll("\\b(?:[a-z]\\w*\\.)+(?=[A-Z])", "")
                .replaceAll("\\b(?:public|abstract|(?:non-)?sealed) ", "");
    }
}
