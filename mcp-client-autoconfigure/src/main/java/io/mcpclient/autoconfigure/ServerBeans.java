package io.mcpclient.autoconfigure;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

import org.springframework.beans.factory.ListableBeanFactory;

/** Finds the beans of the application that concern one server: all but those {@link McpServer} ties to another. */
record ServerBeans(ListableBeanFactory beanFactory) {

    <T> List<T> of(Class<T> type, String server) {
        Set<Object> others = Collections.newSetFromMap(new IdentityHashMap<>());
        for (String name : this.beanFactory.getBeanNamesForType(type)) {
            McpServer only = this.beanFactory.findAnnotationOnBean(name, McpServer.class);
            if (only != null && !only.value().equals(server)) {
                others.add(this.beanFactory.getBean(name));
            }
        }
        return this.beanFactory
                .getBeanProvider(type)
                .orderedStream()
                .filter(bean -> !others.contains(bean))
                .toList();
    }
}
