package io.mcpclient.sample.pages;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** The Java blocks of pages, compiled as they stand, in one run of the compiler. */
final class CompiledPages implements AutoCloseable {

    /** What a page does not show: the application that its tests start. */
    static final String APPLICATION = "PageApplication";

    private final Path classes;

    private final List<String> errors;

    private final URLClassLoader loader;

    private CompiledPages(Path classes, List<String> errors) throws IOException {
        this.classes = classes;
        this.errors = errors;
        this.loader = new URLClassLoader(new URL[] {classes.toUri().toURL()}, CompiledPages.class.getClassLoader());
    }

    /** A block as a file of the page's package, with the lines that it has in the block. */
    private static final class Source extends SimpleJavaFileObject {

        private final Page.Block block;

        Source(Page.Block block) {
            super(
                    URI.create(
                            "string:///" + block.page().packageName().replace('.', '/') + "/" + block.type() + ".java"),
                    Kind.SOURCE);
            this.block = block;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return "package " + this.block.page().packageName() + "; " + this.block.text();
        }

        String describe(Diagnostic<?> error) {
            return "%s:%d: %s"
                    .formatted(
                            this.block.page().path(),
                            this.block.line() + error.getLineNumber() - 1,
                            error.getMessage(null));
        }
    }

    static CompiledPages of(List<Page> pages, Path classes) throws IOException {
        List<Source> sources = pages.stream()
                .flatMap(page -> Stream.concat(page.blocks("java").stream(), application(page)))
                .map(Source::new)
                .toList();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        compiler.getTask(
                        null,
                        null,
                        diagnostics,
                        List.of(
                                "-proc:none",
                                "-parameters",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "-d",
                                classes.toString()),
                        null,
                        sources)
                .call();
        List<String> errors = new ArrayList<>();
        for (Diagnostic<? extends JavaFileObject> diagnostic : diagnostics.getDiagnostics()) {
            if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
                errors.add(
                        (diagnostic.getSource() instanceof Source source)
                                ? source.describe(diagnostic)
                                : diagnostic.toString());
            }
        }
        return new CompiledPages(classes, errors);
    }

    private static Stream<Page.Block> application(Page page) {
        String all = page.blocks("java").stream().map(Page.Block::text).collect(Collectors.joining());
        boolean isMissing = all.contains("@SpringBootTest") && !all.contains("@SpringBootApplication");
        return isMissing
                ? Stream.of(new Page.Block(
                        page,
                        1,
                        "@org.springframework.boot.autoconfigure.SpringBootApplication\nclass " + APPLICATION + " {}"))
                : Stream.empty();
    }

    /** Returns the errors of the compiler, each with the line of its page. */
    List<String> errors() {
        return this.errors;
    }

    ClassLoader loader() {
        return this.loader;
    }

    /** Returns all types of a page, nested ones included. */
    List<Class<?>> typesOf(Page page) throws IOException {
        Path folder = this.classes.resolve(page.packageName().replace('.', File.separatorChar));
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class"))
                    .sorted()
                    .<Class<?>>map(name -> load(page.packageName() + "." + name.replaceAll("\\.class$", "")))
                    .toList();
        }
    }

    private Class<?> load(String name) {
        try {
            return this.loader.loadClass(name);
        } catch (ClassNotFoundException ex) {
            throw new IllegalStateException(ex);
        }
    }

    @Override
    public void close() {
        try {
            this.loader.close();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
