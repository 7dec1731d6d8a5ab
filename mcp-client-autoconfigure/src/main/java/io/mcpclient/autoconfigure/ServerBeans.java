package io.mcpclient.autoconfigure;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Finds the beans of the application that concern one server: all but those {@link McpServer} ties to another. */
record ServerBeans(ListableBeanFactory beanFactory) {

    <T> List<T> of(Class<T> type, String server) {
        Set<Object> others = Collections.newSetFromMap(new IdentityHashMap<>());
        for (String name : this.beanFactory.getBeanNamesForType(type)) {
            if (isTiedToOther(name, server)) {
                others.add(this.beanFactory.getBean(name));
            }
        }
        return this.beanFactory
                .getBeanProvider(type)
                .orderedStream()
                .filter(bean -> !others.contains(bean))
                .toList();
    }

    /** Returns the names of beans that are of one of the types, without creating any. */
    List<String> names(String server, Class<?>... types) {
        return Arrays.stream(types)
                .flatMap(type -> Arrays.stream(this.beanFactory.getBeanNamesForType(type, true, false)))
                .distinct()
                .filter(name -> !isTiedToOther(name, server))
                .toList();
    }

    private boolean isTiedToOther(String name, String server) {
        McpServer only = this.beanFactory.findAnnotationOnBean(name, McpServer.class, false);
        return only != null && !only.value().equals(server);
    }

    boolean isTiedTo(String name, String server) {
        McpServer only = this.beanFactory.findAnnotationOnBean(name, McpServer.class, false);
        return only != null && only.value().equals(server);
    }

    boolean isPrimary(String name) {
        return this.beanFactory instanceof ConfigurableListableBeanFactory configurable
                && configurable.containsBeanDefinition(name)
                && configurable.getMergedBeanDefinition(name).isPrimary();
    }
}
