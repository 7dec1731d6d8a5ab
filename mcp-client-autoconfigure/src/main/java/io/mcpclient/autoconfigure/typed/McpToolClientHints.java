package io.mcpclient.autoconfigure.typed;

import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;

/** Registers hints for typed clients: the proxy, the methods, and the types of arguments and results. */
final class McpToolClientHints implements BeanRegistrationAotProcessor {

    private static final List<String> LIBRARIES = List.of(
            "java.",
            "reactor.",
            "io.mcpclient.call.",
            "io.mcpclient.handler.",
            "io.mcpclient.schema.",
            "io.mcpclient.typed.");

    @Override
    public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
        if (bean.getBeanClass() != McpToolClientFactoryBean.class
                || !(bean.getMergedBeanDefinition().getAttribute(FactoryBean.OBJECT_TYPE_ATTRIBUTE)
                        instanceof Class<?> client)) {
            return null;
        }
        return (context, code) -> register(context.getRuntimeHints(), client);
    }

    private static void register(RuntimeHints hints, Class<?> client) {
        hints.proxies().registerJdkProxy(client);
        hints.reflection().registerType(client, MemberCategory.INVOKE_DECLARED_METHODS);
        Set<Type> bound = new LinkedHashSet<>();
        for (Method method : client.getMethods()) {
            collect(method.getGenericReturnType(), bound);
            for (Type parameter : method.getGenericParameterTypes()) {
                collect(parameter, bound);
            }
        }
        new BindingReflectionHintsRegistrar().registerReflectionHints(hints.reflection(), bound.toArray(Type[]::new));
    }

    /** Collects the types of the application. Those of the protocol have hints of their own. */
    private static void collect(Type type, Set<Type> bound) {
        if (type instanceof ParameterizedType generic) {
            collect(generic.getRawType(), bound);
            for (Type argument : generic.getActualTypeArguments()) {
                collect(argument, bound);
            }
        } else if (type instanceof Class<?> plain) {
            Class<?> element = plain.isArray() ? plain.getComponentType() : plain;
            if (!element.isPrimitive() && LIBRARIES.stream().noneMatch(element.getName()::startsWith)) {
                bound.add(element);
            }
        }
    }
}
