package io.mcpclient.autoconfigure.typed;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.core.type.classreading.MetadataReaderFactory;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

import io.mcpclient.spring.McpToolClientScan;
import io.mcpclient.typed.McpToolClient;

/**
 * Defines a bean for each interface with {@link McpToolClient} in the packages of the application, or in those that
 * {@link McpToolClientScan} names. A bean of the application of that type replaces it.
 */
public final class McpToolClientRegistrar implements ImportBeanDefinitionRegistrar {

    private final Environment environment;

    private final ResourceLoader resources;

    private final ListableBeanFactory beanFactory;

    McpToolClientRegistrar(Environment environment, ResourceLoader resources, BeanFactory beanFactory) {
        this.environment = environment;
        this.resources = resources;
        this.beanFactory = (ListableBeanFactory) beanFactory;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        ClassPathScanningCandidateComponentProvider scanner = new Interfaces(this.environment);
        scanner.setResourceLoader(this.resources);
        shared().ifPresent(scanner::setMetadataReaderFactory);
        for (String name : packages(registry)) {
            for (BeanDefinition candidate : scanner.findCandidateComponents(name)) {
                define(String.valueOf(candidate.getBeanClassName()), registry);
            }
        }
    }

    /** Returns the reader with which Spring Boot has read the same classes for its own scan. */
    private Optional<MetadataReaderFactory> shared() {
        return Arrays.stream(this.beanFactory.getBeanNamesForType(MetadataReaderFactory.class, true, false))
                .findFirst()
                .map(name -> this.beanFactory.getBean(name, MetadataReaderFactory.class));
    }

    private void define(String name, BeanDefinitionRegistry registry) {
        Class<?> type = ClassUtils.resolveClassName(name, this.resources.getClassLoader());
        String bean = StringUtils.uncapitalizeAsProperty(ClassUtils.getShortName(type));
        String unique = registry.containsBeanDefinition(bean) ? name : bean;
        if (this.beanFactory.getBeanNamesForType(type, true, false).length > 0
                || registry.containsBeanDefinition(unique)) {
            return;
        }
        RootBeanDefinition definition = new RootBeanDefinition(McpToolClientFactoryBean.class);
        definition.setAttribute(FactoryBean.OBJECT_TYPE_ATTRIBUTE, type);
        // A name, because code that is generated ahead of time cannot refer to an interface that is not public.
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, name);
        registry.registerBeanDefinition(unique, definition);
    }

    private Set<String> packages(BeanDefinitionRegistry registry) {
        Set<String> named = new LinkedHashSet<>();
        for (String name : registry.getBeanDefinitionNames()) {
            if (registry.getBeanDefinition(name).getAttribute(McpToolClientScan.class.getName())
                    instanceof String[] packages) {
                named.addAll(Arrays.asList(packages));
            }
        }
        if (!named.isEmpty()) {
            return named;
        }
        if (AutoConfigurationPackages.has(this.beanFactory)) {
            named.addAll(AutoConfigurationPackages.get(this.beanFactory));
        }
        return named;
    }

    private static final class Interfaces extends ClassPathScanningCandidateComponentProvider {

        Interfaces(Environment environment) {
            super(false, environment);
            addIncludeFilter(new AnnotationTypeFilter(McpToolClient.class, false, true));
        }

        @Override
        protected boolean isCandidateComponent(AnnotatedBeanDefinition definition) {
            AnnotationMetadata metadata = definition.getMetadata();
            return metadata.isInterface() && metadata.isIndependent() && !metadata.isAnnotation();
        }
    }
}
