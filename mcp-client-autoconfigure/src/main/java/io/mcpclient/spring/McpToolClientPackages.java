package io.mcpclient.spring;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.annotation.AnnotationAttributes;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.ClassUtils;

/** Marks the definition that holds the packages of a {@link McpToolClientScan}. */
final class McpToolClientPackages {

    /** Attribute of the definition, where the auto-configuration finds the packages. */
    private static final String PACKAGES = McpToolClientScan.class.getName();

    static final class Registrar implements ImportBeanDefinitionRegistrar {

        @Override
        public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
            AnnotationAttributes scan =
                    AnnotationAttributes.fromMap(importing.getAnnotationAttributes(McpToolClientScan.class.getName()));
            if (scan == null) {
                return;
            }
            Set<String> names = new LinkedHashSet<>(Arrays.asList(scan.getStringArray("value")));
            for (Class<?> type : scan.getClassArray("basePackageClasses")) {
                names.add(ClassUtils.getPackageName(type));
            }
            if (names.isEmpty()) {
                names.add(ClassUtils.getPackageName(importing.getClassName()));
            }
            RootBeanDefinition definition = new RootBeanDefinition(McpToolClientPackages.class);
            definition.setRole(BeanDefinition.ROLE_INFRASTRUCTURE);
            definition.setAttribute(PACKAGES, names.toArray(String[]::new));
            registry.registerBeanDefinition(PACKAGES + "." + importing.getClassName(), definition);
        }
    }
}
