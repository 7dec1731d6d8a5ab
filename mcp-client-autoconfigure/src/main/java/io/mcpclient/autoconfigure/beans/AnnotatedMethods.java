package io.mcpclient.autoconfigure.beans;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.scope.ScopedProxyFactoryBean;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionReaderUtils;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;

import io.mcpclient.McpClients;

/**
 * Defines a handler or listener bean for each annotated method of a bean, so that the rules for such beans apply: one for a
 * server takes precedence over one for all, several of equal precedence are an error, listeners are all called. Beans are
 * found by their types; none is created. Of a bean with a scoped proxy, the target has the methods and the proxy is called.
 */
public final class AnnotatedMethods implements BeanDefinitionRegistryPostProcessor, Ordered {

    /** Attribute of a definition: names of the servers that the method is for. */
    static final String SERVERS = AnnotatedMethods.class.getName() + ".servers";

    /** Attribute of a definition, which is created again at each start: simple name of the annotation. */
    public static final String ANNOTATION = AnnotatedMethods.class.getName() + ".annotation";

    private static final List<Class<? extends Annotation>> ANNOTATIONS = MethodKind.annotations();

    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
        if (!(registry instanceof ConfigurableListableBeanFactory beanFactory)) {
            return;
        }
        Map<Class<?>, Map<MethodKind, Map<Method, Annotation>>> annotated = new HashMap<>();
        for (String name : registry.getBeanDefinitionNames()) {
            Class<?> type = type(beanFactory, name);
            if (type != null) {
                String bean = ScopedProxyUtils.isScopedTarget(name) ? ScopedProxyUtils.getOriginalBeanName(name) : name;
                annotated
                        .computeIfAbsent(type, AnnotatedMethods::annotated)
                        .forEach((kind, methods) -> define(kind, bean, methods, registry, beanFactory));
            }
        }
    }

    /**
     * Returns the annotated methods of a type, once for all beans of that type, of which there may be one for each server. Every bean of an
     * application is looked at, so its methods are read once for all annotations.
     */
    private static Map<MethodKind, Map<Method, Annotation>> annotated(Class<?> type) {
        Map<MethodKind, Map<Method, Annotation>> annotated = new EnumMap<>(MethodKind.class);
        if (AnnotationUtils.isCandidateClass(type, ANNOTATIONS)) {
            MethodIntrospector.selectMethods(type, AnnotatedMethods::annotations)
                    .forEach((method, annotations) -> annotations.forEach((kind, annotation) -> annotated
                            .computeIfAbsent(kind, any -> new LinkedHashMap<>())
                            .put(method, annotation)));
        }
        return annotated;
    }

    /** Returns the annotations of a method, or of the one that it overrides; {@code null} for none. */
    private static @Nullable Map<MethodKind, Annotation> annotations(Method method) {
        MergedAnnotations all = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY);
        if (all.stream().findAny().isEmpty()) {
            return null;
        }
        Map<MethodKind, Annotation> found = new EnumMap<>(MethodKind.class);
        for (MethodKind kind : MethodKind.values()) {
            all.get(kind.annotation()).synthesize(MergedAnnotation::isPresent).ifPresent(it -> found.put(kind, it));
        }
        return found.isEmpty() ? null : found;
    }

    /** Returns the type that has the methods, {@code null} for a scoped proxy: its target has them. */
    private static @Nullable Class<?> type(ConfigurableListableBeanFactory beanFactory, String name) {
        if (beanFactory.containsBeanDefinition(ScopedProxyUtils.getTargetBeanName(name))) {
            return null;
        }
        Class<?> type = beanFactory.getType(name, false);
        return (type == null || type.getName().startsWith("org.springframework.")) ? null : type;
    }

    private static void define(
            MethodKind kind,
            String beanName,
            Map<Method, Annotation> methods,
            BeanDefinitionRegistry registry,
            ConfigurableListableBeanFactory beanFactory) {
        methods.forEach((method, annotation) -> {
            requireCallable(kind, beanName, method, registry.getBeanDefinition(beanName));
            AnnotatedMethod annotated = AnnotatedMethod.of(
                    kind,
                    beanName,
                    method,
                    () -> beanFactory.getBean(beanName),
                    () -> beanFactory.getBean(McpClients.class));
            RootBeanDefinition definition = new RootBeanDefinition();
            definition.setTargetType(kind.type(annotated.isReactive()));
            definition.setInstanceSupplier(annotated::adapter);
            definition.setAttribute(SERVERS, AnnotationUtils.getValue(annotation));
            definition.setAttribute(ANNOTATION, kind.annotation().getSimpleName());
            registry.registerBeanDefinition(name(kind, beanName, method, registry), definition);
        });
    }

    /** Returns another name for each of several methods of the same name: they may be for different servers. */
    private static String name(MethodKind kind, String beanName, Method method, BeanDefinitionRegistry registry) {
        String name =
                beanName + "." + method.getName() + "@" + kind.annotation().getSimpleName();
        return registry.containsBeanDefinition(name) ? BeanDefinitionReaderUtils.uniqueBeanName(name, registry) : name;
    }

    /** Rejects a method that the scoped proxy of its bean does not have: it could not be called. */
    private static void requireCallable(MethodKind kind, String beanName, Method method, BeanDefinition definition) {
        if (ScopedProxyFactoryBean.class.getName().equals(definition.getBeanClassName())
                && Boolean.FALSE.equals(definition.getPropertyValues().get("proxyTargetClass"))
                && !ClassUtils.getInterfaceMethodIfPossible(method, null)
                        .getDeclaringClass()
                        .isInterface()) {
            throw AnnotatedMethod.invalid(
                    kind,
                    beanName,
                    method,
                    "is not a method of an interface, but the bean has a scoped proxy of its interfaces",
                    "Declare it in an interface, or use ScopedProxyMode.TARGET_CLASS.");
        }
    }
}
