package io.mcpclient.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a table depends on: the machine, and the versions of what was measured. */
final class Machine {

    private static final Path CPU = Path.of("/proc/cpuinfo");

    /** A class of each library, whose version is in the name of its file. */
    private static final Map<String, Class<?>> LIBRARIES = new LinkedHashMap<>();

    static {
        LIBRARIES.put("Spring Boot", org.springframework.boot.SpringApplication.class);
        LIBRARIES.put("Spring Framework", org.springframework.web.reactive.function.client.WebClient.class);
        LIBRARIES.put("Reactor Netty", reactor.netty.http.client.HttpClient.class);
        LIBRARIES.put("Netty", io.netty.channel.Channel.class);
        LIBRARIES.put("Jackson", tools.jackson.databind.json.JsonMapper.class);
        LIBRARIES.put("Java SDK", io.modelcontextprotocol.client.McpAsyncClient.class);
        LIBRARIES.put(
                "Spring AI's transport",
                org.springframework.ai.mcp.client.webflux.transport.WebClientStreamableHttpTransport.class);
        LIBRARIES.put("LangChain4j's client", dev.langchain4j.mcp.client.DefaultMcpClient.class);
    }

    private static final Pattern VERSION = Pattern.compile("-(\\d[^/]*)\\.jar");

    private Machine() {}

    /** Returns a list of lines. */
    static String describe() {
        var system = ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
        String machine = String.format(
                Locale.ROOT,
                "%d cores of %s, %d GB of memory, %s %s",
                system.getAvailableProcessors(),
                processor(),
                Math.round(system.getTotalMemorySize() / 1e9),
                System.getProperty("os.name"),
                System.getProperty("os.version"));
        String versions = LIBRARIES.entrySet().stream()
                .map(library -> library.getKey() + " " + version(library.getValue()))
                .collect(Collectors.joining(", "));
        return "- " + LocalDate.now(ZoneOffset.UTC) + ", " + machine + "\n- Java "
                + System.getProperty("java.runtime.version") + ", " + versions + "\n";
    }

    private static String processor() {
        try (Stream<String> lines = Files.lines(CPU)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException notLinux) {
            return System.getProperty("os.arch");
        }
    }

    private static String version(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        Matcher matcher =
                VERSION.matcher(source == null ? "" : source.getLocation().getPath());
        return matcher.find() ? matcher.group(1) : "of an unknown version";
    }
}
