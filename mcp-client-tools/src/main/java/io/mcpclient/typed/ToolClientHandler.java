package io.mcpclient.typed;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.mcpclient.McpClient;

/** Implements an interface: looks up the call of a method, and invokes it. */
final class ToolClientHandler<T> implements InvocationHandler {

    private static final @Nullable Object[] NONE = {};

    private final ClientMethods methods;

    private final Supplier<McpClient> client;

    private final Map<Method, MethodHandle> defaults = new ConcurrentHashMap<>();

    private final SchemaWatch watch;

    ToolClientHandler(ClientMethods methods, Supplier<McpClient> client) {
        this.methods = methods;
        this.client = client;
        this.watch = new SchemaWatch(methods);
    }

    /** Compares the tools of the server with the methods from now on. */
    void check() {
        this.watch.restart(this.client.get());
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        @Nullable Object[] values = (arguments != null) ? arguments : NONE;
        ClientMethod call = this.methods.of(method);
        if (call != null) {
            return invoke(call, values);
        }
        if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
                case "equals" -> proxy == values[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> this.methods.type().getSimpleName() + " of MCP server \"" + this.methods.server() + "\"";
            };
        }
        if (method.isDefault()) {
            return this.defaults
                    .computeIfAbsent(method, ToolClientHandler::handle)
                    .bindTo(proxy)
                    .invokeWithArguments(values);
        }
        throw new UnsupportedOperationException(method.toString());
    }

    private @Nullable Object invoke(ClientMethod call, @Nullable Object[] values) {
        McpClient current = this.client.get();
        this.watch.follow(current);
        ClientExchange exchange = (this.watch.isRefusing() && call.tool() != null)
                ? new CheckedExchange(call, call.exchange(), this.watch)
                : call.exchange();
        return call.invoke(exchange, current, values);
    }

    private static MethodHandle handle(Method method) {
        Class<?> type = method.getDeclaringClass();
        try {
            return MethodHandles.privateLookupIn(type, MethodHandles.lookup()).unreflectSpecial(method, type);
        } catch (IllegalAccessException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
