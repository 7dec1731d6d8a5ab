package io.mcpclient.registry;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.core.type.classreading.MetadataReaderFactory;
import org.springframework.core.type.classreading.SimpleMetadataReaderFactory;

/** Runtime hints for native images: to detect Apache Lucene, and what it looks up by name. */
final class ToolSearchRuntimeHints implements RuntimeHintsRegistrar {

    /** By which the presence of the library is checked: a class that is not registered seems absent in a native image. */
    private static final List<String> DETECTED =
            List.of("org.apache.lucene.index.IndexWriter", "org.apache.lucene.analysis.en.EnglishAnalyzer");

    /** Created by Lucene by the name of their interface. */
    private static final String TOKEN_ATTRIBUTES = "classpath*:org/apache/lucene/analysis/tokenattributes/*Impl.class";

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        DETECTED.forEach(name -> hints.reflection().registerTypeIfPresent(classLoader, name));
        PathMatchingResourcePatternResolver resolver = new PathMatchingResourcePatternResolver(classLoader);
        MetadataReaderFactory classes = new SimpleMetadataReaderFactory(resolver);
        try {
            for (Resource resource : resolver.getResources(TOKEN_ATTRIBUTES)) {
                String name =
                        classes.getMetadataReader(resource).getClassMetadata().getClassName();
                hints.reflection().registerType(TypeReference.of(name), MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS);
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
