package io.mcpclient.console;

import java.io.IOException;
import java.io.UncheckedIOException;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.core.type.ClassMetadata;
import org.springframework.core.type.classreading.MetadataReaderFactory;
import org.springframework.core.type.classreading.SimpleMetadataReaderFactory;
import org.springframework.util.ClassUtils;

/**
 * Runtime hints for native images: the files of the page, the records that it exchanges with the application as JSON, and the type by
 * which Spring Security is detected.
 */
final class ConsoleRuntimeHints implements RuntimeHintsRegistrar {

    private static final String RECORDS = "classpath*:io/mcpclient/console/internal/**/*.class";

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.resources().registerPattern("io/mcpclient/console/page/*");
        hints.resources().registerPattern("io/mcpclient/console/frame/*");
        hints.reflection().registerTypeIfPresent(classLoader, Access.CHAIN);
        BindingReflectionHintsRegistrar binding = new BindingReflectionHintsRegistrar();
        PathMatchingResourcePatternResolver resolver = new PathMatchingResourcePatternResolver(classLoader);
        MetadataReaderFactory classes = new SimpleMetadataReaderFactory(resolver);
        try {
            for (Resource resource : resolver.getResources(RECORDS)) {
                ClassMetadata type = classes.getMetadataReader(resource).getClassMetadata();
                boolean isRecord = Record.class.getName().equals(type.getSuperClassName());
                // A record of an optional library is left out if that is absent.
                if (isRecord && ClassUtils.isPresent(type.getClassName(), classLoader)) {
                    binding.registerReflectionHints(
                            hints.reflection(), ClassUtils.resolveClassName(type.getClassName(), classLoader));
                }
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
