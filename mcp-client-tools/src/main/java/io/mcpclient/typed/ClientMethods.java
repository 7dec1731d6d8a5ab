package io.mcpclient.typed;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpConfigurationException;

/**
 * The calls of an interface, by method: read once, when its client is created.
 *
 * @param type the interface
 * @param server name of the server in its annotation
 * @param check what follows if a tool does not fit
 * @param calls the calls, in the order of the methods' names
 */
record ClientMethods(Class<?> type, String server, McpSchemaCheck check, Map<Method, ClientMethod> calls) {

    static ClientMethods of(Class<?> type) {
        McpToolClient annotation = type.getAnnotation(McpToolClient.class);
        if (!type.isInterface() || annotation == null || annotation.value().isBlank()) {
            throw new McpConfigurationException(
                    "",
                    type.getSimpleName(),
                    "is not an interface with @McpToolClient and the name of a server",
                    "Use @McpToolClient(\"weather\") on an interface.");
        }
        Map<Method, ClientMethod> calls = new LinkedHashMap<>();
        Arrays.stream(type.getMethods())
                .filter(method -> Modifier.isAbstract(method.getModifiers()) && !isOfObject(method))
                .sorted(Comparator.comparing(Method::getName).thenComparing(Method::toString))
                .forEach(method -> calls.put(method, ClientMethod.of(annotation.value(), type, method)));
        return new ClientMethods(type, annotation.value(), annotation.check(), calls);
    }

    @Nullable
    ClientMethod of(Method method) {
        return this.calls.get(method);
    }

    Collection<ClientMethod> all() {
        return this.calls.values();
    }

    private static boolean isOfObject(Method method) {
        try {
            Object.class.getMethod(method.getName(), method.getParameterTypes());
            return true;
        } catch (NoSuchMethodException ex) {
            return false;
        }
    }
}
