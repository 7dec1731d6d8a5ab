package io.mcpclient.maven;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.jspecify.annotations.Nullable;
import reactor.util.Loggers;

import io.mcpclient.error.McpException;
import io.mcpclient.typed.generator.McpToolClientGenerator;

/**
 * Writes an interface whose methods call the tools of a server, as {@link McpToolClientGenerator} does, and adds it to the sources
 * of the project. One of {@code url}, {@code command} and {@code toolsFile} says where the tools come from. In {@code url},
 * {@code headers}, {@code command} and {@code args}, <code>@{NAME}</code> is replaced with the environment variable, so that Maven
 * does not know its value and cannot print it.
 */
@Mojo(name = "generate", defaultPhase = LifecyclePhase.GENERATE_SOURCES, requiresProject = false, threadSafe = true)
@SuppressWarnings("NullAway.Init") // Maven sets what is required
public final class GenerateMojo extends AbstractMojo {

    /** Address of the server. */
    @Parameter(property = "mcp.url")
    @Nullable
    String url;

    /** Headers of the requests, each a name and a value: <code>Authorization: Bearer @{TOKEN}</code>. */
    @Parameter(property = "mcp.headers")
    List<String> headers = List.of();

    /** Program that starts the server as a child process. */
    @Parameter(property = "mcp.command")
    @Nullable
    String command;

    /** Arguments of the program. */
    @Parameter(property = "mcp.args")
    List<String> args = List.of();

    /** File with the result of {@code tools/list}, so that the build needs no server. */
    @Parameter(property = "mcp.toolsFile")
    @Nullable
    File toolsFile;

    /** Configured name of the server, for {@code @McpToolClient}. */
    @Parameter(property = "mcp.server", required = true)
    String server;

    /** Package of the interface. */
    @Parameter(property = "mcp.package", required = true)
    String packageName;

    /** Simple name of the interface. */
    @Parameter(property = "mcp.name", required = true)
    String name;

    /** Names of the tools; all tools, prompts and resource templates without it. */
    @Parameter(property = "mcp.tools")
    List<String> tools = List.of();

    /** Root of the sources that the interface is written to. */
    @Parameter(
            property = "mcp.output",
            defaultValue = "${project.build.directory}/generated-sources/mcp-client",
            required = true)
    File output;

    /** Whether an existing file is replaced. Files in the build directory always are. */
    @Parameter(property = "mcp.overwrite", defaultValue = "false")
    boolean overwrite;

    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    MavenProject project;

    /** Creates the goal. */
    public GenerateMojo() {}

    @Override
    public void execute() throws MojoExecutionException {
        // Reactor Netty's debug log, a part of what mvn -X prints, has addresses with their parameters
        Loggers.useJdkLoggers();
        try {
            McpToolClientGenerator.main(options());
        } catch (McpException ex) {
            throw new MojoExecutionException(ex.getMessage(), ex);
        }
        String root = this.output.getAbsolutePath();
        if (!this.project.getCompileSourceRoots().contains(root)) {
            this.project.addCompileSourceRoot(root);
        }
        getLog().info("Typed client of MCP server \"" + this.server + "\": " + this.packageName + "." + this.name
                + " in " + root);
    }

    private String[] options() {
        List<String> options = new ArrayList<>();
        add(options, "url", environment(this.url));
        this.headers.forEach(header -> add(options, "header", environment(header)));
        add(options, "command", environment(this.command));
        this.args.forEach(argument -> add(options, "arg", environment(argument)));
        add(options, "tools-file", this.toolsFile);
        add(options, "server", this.server);
        add(options, "package", this.packageName);
        add(options, "name", this.name);
        add(options, "output", this.output);
        if (!this.tools.isEmpty()) {
            add(options, "tools", String.join(",", this.tools));
        }
        Path target = Path.of(this.project.getBuild().getDirectory()).toAbsolutePath();
        if (this.overwrite || this.output.toPath().toAbsolutePath().startsWith(target)) {
            options.add("--overwrite");
        }
        return options.toArray(String[]::new);
    }

    /** Maven itself would replace <code>${NAME}</code>, and print the value with {@code -X}. */
    private static @Nullable String environment(@Nullable String value) {
        return (value != null) ? value.replace("@{", "${") : null;
    }

    private static void add(List<String> options, String name, @Nullable Object value) {
        if (value != null) {
            options.add("--" + name + "=" + value);
        }
    }
}
