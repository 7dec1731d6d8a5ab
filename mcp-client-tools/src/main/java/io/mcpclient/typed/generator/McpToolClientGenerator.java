package io.mcpclient.typed.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import javax.lang.model.SourceVersion;

import com.palantir.javapoet.ClassName;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

import io.mcpclient.McpClient;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.schema.ServerCapabilities;
import io.mcpclient.schema.Tool;
import io.mcpclient.text.KnownNames;
import io.mcpclient.text.SafeText;
import io.mcpclient.typed.McpToolClient;

/**
 * Writes the source of an interface with {@link McpToolClient} from the tools, prompts and resource templates of a server. It is
 * a draft to be kept and edited: methods that are not needed can be removed, types can be narrowed.
 *
 * <table>
 * <caption>What becomes of a schema</caption>
 * <tr><td>object with properties</td><td>record, nested in the interface; a map above 100 properties</td></tr>
 * <tr><td>other object</td><td>{@code Map<String, T>}</td></tr>
 * <tr><td>array</td><td>{@code List<T>}</td></tr>
 * <tr><td>string</td><td>{@code String}; for arguments with a set of values an enum</td></tr>
 * <tr><td>integer, number, boolean</td><td>{@code long}, {@code double}, {@code boolean}</td></tr>
 * <tr><td>optional, or with {@code null}</td><td>nullable, {@code Long} instead of {@code long}</td></tr>
 * <tr><td>reference to a definition</td><td>as the definition, which may refer to itself</td></tr>
 * <tr><td>any other choice of schemas</td><td>{@code Object}</td></tr>
 * <tr><td>a tool without output schema</td><td>{@code String}, the text of the result</td></tr>
 * <tr><td>a result that a Python server puts into an object</td><td>the value itself, {@code Optional} if it can be {@code null}</td></tr>
 * <tr><td>more than eight arguments</td><td>a record</td></tr>
 * </table>
 *
 * Names that Java does not allow are replaced, and annotated with the name of the server. Texts of the server appear in comments
 * and string literals only, escaped. Needs {@code com.palantir.javapoet:javapoet} on the class path. Thread-safe.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/server/tools">MCP: Tools</a>
 */
public final class McpToolClientGenerator {

    private final ClassName type;

    private final @Nullable Set<String> tools;

    private McpToolClientGenerator(ClassName type, @Nullable Set<String> tools) {
        this.type = type;
        this.tools = tools;
    }

    /**
     * Returns a generator for an interface.
     * @param packageName package of the interface, for example {@code com.example.weather}
     * @param typeName simple name of the interface
     * @return the generator
     * @throws McpConfigurationException if one of them is not a Java name
     */
    public static McpToolClientGenerator of(String packageName, String typeName) {
        if (!ClassUtils.isPresent("com.palantir.javapoet.JavaFile", McpToolClientGenerator.class.getClassLoader())) {
            throw new McpConfigurationException(
                    "",
                    "generator",
                    "needs JavaPoet, which is not on the class path",
                    "Add com.palantir.javapoet:javapoet.");
        }
        if (packageName == null || !SourceVersion.isName(packageName)) {
            throw new McpConfigurationException(
                    "", "package", "is not the name of a package", "Pass a name such as com.example.weather.");
        }
        if (typeName == null || !SourceVersion.isIdentifier(typeName) || SourceVersion.isKeyword(typeName)) {
            throw new McpConfigurationException(
                    "", "name", "is not the name of an interface", "Pass a name such as Weather.");
        }
        return new McpToolClientGenerator(ClassName.get(packageName, typeName), null);
    }

    /**
     * Returns a generator for some of the tools, and neither prompts nor resources.
     * @param tools names of tools of the server
     * @return a copy with these tools
     */
    public McpToolClientGenerator withTools(List<String> tools) {
        return new McpToolClientGenerator(this.type, new LinkedHashSet<>(tools));
    }

    /**
     * Asks the server for its tools, prompts and resource templates, and writes the interface. Connects if necessary, and blocks
     * until the lists have arrived.
     * @param client client of the server
     * @return source of one file
     * @throws McpConfigurationException if the server lacks a tool that was asked for; the message lists the tools it has
     * @throws io.mcpclient.error.McpException if the server cannot be reached or fails
     */
    public String generate(McpClient client) {
        ServerCapabilities capabilities = client.session().connect().capabilities();
        ClientSource source = source(client.name(), capabilities.hasTools() ? client.listTools() : List.of());
        if (this.tools == null && capabilities.hasPrompts()) {
            client.listPrompts().forEach(source::prompt);
        }
        if (this.tools == null && capabilities.hasResources()) {
            client.resources().listTemplates().forEach(source::resource);
        }
        return source.toString();
    }

    /**
     * Writes the interface for tools that are known already, without a server.
     * @param serverName configured name of the server
     * @param tools its tools, for example those of a recorded {@code tools/list}
     * @return source of one file, as from the server itself
     * @throws McpConfigurationException if a tool that was asked for is missing; the message lists the tools
     */
    public String generate(String serverName, List<Tool> tools) {
        return source(serverName, tools).toString();
    }

    private ClientSource source(String serverName, List<Tool> tools) {
        ClientSource source = new ClientSource(serverName, this.type);
        selected(serverName, tools).forEach(source::tool);
        return source;
    }

    private List<Tool> selected(String server, List<Tool> known) {
        if (this.tools == null) {
            return known;
        }
        List<String> names = known.stream().map(Tool::name).toList();
        for (String tool : this.tools) {
            if (!names.contains(tool)) {
                throw new McpConfigurationException(
                        server,
                        "tools",
                        "has \"" + SafeText.excerpt(tool) + "\", which is not a tool of the server",
                        KnownNames.remedy("tools", tool, names));
            }
        }
        return known.stream().filter(tool -> this.tools.contains(tool.name())).toList();
    }

    /**
     * Writes an interface to a file, as {@code main} of a Java program or of Maven's {@code exec:java}:
     *
     * <pre>{@code
     * --url=https://weather.example.com/mcp --header="Authorization: Bearer ${TOKEN}"
     * --server=weather --package=com.example.weather --name=Weather --output=src/main/java
     * }</pre>
     *
     * {@code --command=npx --arg=-y --arg=…} starts a server as a process instead, and {@code --tools-file=tools.json} reads the
     * result of {@code tools/list} from a file. {@code --tools=a,b} selects tools. <code>${NAME}</code> is replaced with the
     * environment variable. An existing file is not replaced without {@code --overwrite}, and not written if its content is the same.
     * @param options the options
     * @throws McpConfigurationException if an option is wrong or missing; the message names it
     * @throws io.mcpclient.error.McpException if the server cannot be reached or fails
     */
    public static void main(String... options) {
        GeneratorOptions parsed = GeneratorOptions.of(options);
        McpToolClientGenerator generator = of(parsed.required("package"), parsed.required("name"));
        Path file = parsed.file(generator.type);
        if (parsed.has("tools")) {
            generator = generator.withTools(List.of(parsed.required("tools").split(",")));
        }
        String source = source(generator, parsed);
        try {
            if (!Files.exists(file) || !Files.readString(file).equals(source)) {
                Files.createDirectories(file.getParent());
                Files.writeString(file, source);
            }
        } catch (IOException ex) {
            throw parsed.invalid(
                    "output", "cannot be written: " + SafeText.excerpt(ex.getMessage()), "Set another directory.");
        }
    }

    private static String source(McpToolClientGenerator generator, GeneratorOptions options) {
        Path toolsFile = options.toolsFile();
        if (toolsFile != null) {
            return generator.generate(options.required("server"), ToolsFile.read(toolsFile, options));
        }
        try (McpClient client = options.client()) {
            return generator.generate(client);
        }
    }
}
