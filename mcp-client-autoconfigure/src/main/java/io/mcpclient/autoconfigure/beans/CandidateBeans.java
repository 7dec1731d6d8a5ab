package io.mcpclient.autoconfigure.beans;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.HierarchicalBeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;

import io.mcpclient.spring.McpServer;

/**
 * The beans that Spring would inject, and what their definitions say. A bean with a scoped proxy is defined twice: the proxy has
 * the name of the bean but none of its annotations, the target has the annotations but must not be used itself.
 *
 * <pre>
 *  bean                           used                                annotations of
 *  target of a scoped proxy       no
 *  not an autowire candidate      no
 *  not a default candidate        if it is assigned to a server       its definition
 *  scoped proxy                   yes                                 its target
 *  any other, also of a parent    yes                                 its definition
 * </pre>
 *
 * @param beanFactory has the beans
 */
record CandidateBeans(ListableBeanFactory beanFactory) {

    /** Returns the names of the beans of a type without creating any, and without those of a parent. */
    String[] localNames(Class<?> type) {
        return Arrays.stream(this.beanFactory.getBeanNamesForType(type, true, false))
                .filter(this::isCandidate)
                .toArray(String[]::new);
    }

    /** Does the same, with those of a parent. */
    String[] names(Class<?> type) {
        return Arrays.stream(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory, type, true, false))
                .filter(this::isCandidate)
                .toArray(String[]::new);
    }

    boolean isLocal(String name) {
        return owner(name) == this.beanFactory;
    }

    /** Returns the beans of the nearest context that has any of them. */
    List<String> nearest(List<String> names) {
        int nearest = names.stream().mapToInt(this::distance).min().orElse(0);
        return names.stream().filter(name -> distance(name) == nearest).toList();
    }

    /** Returns the number of contexts between a bean and this context, 0 for one of its own. */
    private int distance(String name) {
        int distance = 0;
        ListableBeanFactory owner = owner(name);
        for (BeanFactory each = this.beanFactory;
                each != owner && each instanceof HierarchicalBeanFactory factory;
                each = factory.getParentBeanFactory()) {
            distance++;
        }
        return distance;
    }

    /** Returns the beans of a type, with those of a parent, whose names match, in their order. */
    <T> List<T> create(Class<T> type, Predicate<String> names) {
        Map<Object, String> created = new IdentityHashMap<>();
        List<T> beans = new ArrayList<>();
        for (String name : BeanFactoryUtils.beanNamesForTypeIncludingAncestors(this.beanFactory, type)) {
            Object bean = (isCandidate(name) && names.test(name)) ? this.beanFactory.getBean(name) : null;
            if (type.isInstance(bean)) {
                created.put(bean, name);
                beans.add(type.cast(bean));
            }
        }
        beans.sort(AnnotationAwareOrderComparator.INSTANCE.withSourceProvider(bean -> orders(created.get(bean))));
        return beans;
    }

    /** Returns what may have an order, as Spring does it for beans that it injects. */
    private Object @Nullable [] orders(@Nullable String name) {
        BeanDefinition definition = (name != null) ? definition(described(name)) : null;
        if (definition == null) {
            return null;
        }
        List<Object> sources = new ArrayList<>();
        if (definition.getAttribute(AbstractBeanDefinition.ORDER_ATTRIBUTE) instanceof Integer order) {
            sources.add((Ordered) () -> order);
        }
        if (definition instanceof RootBeanDefinition root) {
            Method method = root.getResolvedFactoryMethod();
            Class<?> type = root.getTargetType();
            if (method != null) {
                sources.add(method);
            }
            if (type != null) {
                sources.add(type);
            }
        }
        return sources.toArray();
    }

    private boolean isCandidate(String name) {
        BeanDefinition definition = definition(name);
        if (definition == null) {
            return true;
        }
        boolean isDefault = !(definition instanceof AbstractBeanDefinition bean) || bean.isDefaultCandidate();
        return !ScopedProxyUtils.isScopedTarget(name)
                && definition.isAutowireCandidate()
                && (isDefault || !servers(name).isEmpty());
    }

    /** Returns the servers to which a bean is assigned, empty for all. */
    List<String> servers(String name) {
        McpServer only = owner(name).findAnnotationOnBean(described(name), McpServer.class, false);
        if (only != null) {
            return List.of(only.value());
        }
        BeanDefinition definition = definition(name);
        return (definition != null && definition.getAttribute(AnnotatedMethods.SERVERS) instanceof String[] servers)
                ? List.of(servers)
                : List.of();
    }

    /** Returns the name of the definition that has the annotations of a bean. */
    private String described(String name) {
        String target = ScopedProxyUtils.getTargetBeanName(name);
        return owner(name).containsBeanDefinition(target) ? target : name;
    }

    @Nullable
    BeanDefinition definition(String name) {
        return (owner(name) instanceof ConfigurableListableBeanFactory owner && owner.containsBeanDefinition(name))
                ? owner.getMergedBeanDefinition(name)
                : null;
    }

    /** Returns the factory that has a bean: factories do not know the definitions of their parents. */
    private ListableBeanFactory owner(String name) {
        ListableBeanFactory owner = this.beanFactory;
        while (owner instanceof HierarchicalBeanFactory factory
                && !factory.containsLocalBean(name)
                && factory.getParentBeanFactory() instanceof ListableBeanFactory parent) {
            owner = parent;
        }
        return owner;
    }
}
