package io.mcpclient;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.core.type.classreading.MetadataReaderFactory;
import org.springframework.core.type.classreading.SimpleMetadataReaderFactory;
import org.springframework.util.ClassUtils;

/**
 * Runtime hints for native images: to bind the JSON of the protocol, all schema records, recordings and the stored session state. Classes are
 * found by package, so that none is missed.
 */
final class McpRuntimeHints implements RuntimeHintsRegistrar {

    private static final List<String> BOUND = List.of(
            "io/mcpclient/schema/*.class",
            "io/mcpclient/support/schema/*.class",
            "io/mcpclient/support/recording/RecordedExchange.class",
            "io/mcpclient/internal/session/SessionFormat$Written*.class");

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        BindingReflectionHintsRegistrar binding = new BindingReflectionHintsRegistrar();
        for (String pattern : BOUND) {
            for (String name : classes(pattern, classLoader)) {
                binding.registerReflectionHints(hints.reflection(), ClassUtils.resolveClassName(name, classLoader));
            }
        }
    }

    private static List<String> classes(String pattern, @Nullable ClassLoader classLoader) {
        PathMatchingResourcePatternResolver resolver = new PathMatchingResourcePatternResolver(classLoader);
        MetadataReaderFactory classes = new SimpleMetadataReaderFactory(resolver);
        List<String> names = new ArrayList<>();
        try {
            for (Resource resource : resolver.getResources("classpath*:" + pattern)) {
                String name =
                        classes.getMetadataReader(resource).getClassMetadata().getClassName();
                if (!name.endsWith(".package-info")) {
                    names.add(name);
                }
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return names;
    }
}
