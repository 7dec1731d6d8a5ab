package io.mcpclient.typed.generator;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.lang.model.element.Modifier;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.JsonObject;
import io.mcpclient.schema.Prompt;
import io.mcpclient.schema.PromptMessage;
import io.mcpclient.schema.ResourceTemplate;
import io.mcpclient.schema.Tool;
import io.mcpclient.typed.McpArgument;
import io.mcpclient.typed.McpPrompt;
import io.mcpclient.typed.McpResource;
import io.mcpclient.typed.McpTool;
import io.mcpclient.typed.McpToolClient;
import io.mcpclient.typed.generator.SchemaTypes.Member;

/** The interface that is written. */
final class ClientSource {

    /** A tool with more arguments gets a record. */
    private static final int MOST_PARAMETERS = 8;

    private static final Pattern VARIABLE = Pattern.compile("\\{([^}]*)}");

    /** The expressions that {@link McpResource} supports. */
    private static final Pattern SUPPORTED = Pattern.compile("\\+?[A-Za-z0-9_.]+");

    private static final ClassName STRING = ClassName.get(String.class);

    /** Simple names that the source uses without an import. */
    private static final List<String> IMPLIED =
            List.of("String", "Object", "Long", "Double", "Boolean", "Record", "Enum");

    private final ClassName type;

    private final TypeSpec.Builder declaration;

    private final SchemaTypes types;

    private final JavaNames methods = new JavaNames();

    ClientSource(String server, ClassName type) {
        this.type = type;
        JavaNames names = new JavaNames().reserve(type.simpleName());
        IMPLIED.forEach(names::reserve);
        this.types = new SchemaTypes(type, names);
        this.declaration = TypeSpec.interfaceBuilder(type)
                .addModifiers(Modifier.PUBLIC)
                .addJavadoc("Calls the MCP server $L.\n", ServerText.comment('"' + server + '"'))
                .addAnnotation(SchemaTypes.named(McpToolClient.class, server));
    }

    void tool(Tool tool) {
        List<Member> arguments =
                this.types.arguments(tool.name(), tool.inputSchema().asMap());
        JsonObject result = tool.outputSchema();
        MethodSpec.Builder method = method(tool.name(), tool.displayName(), tool.description())
                .addAnnotation(SchemaTypes.named(McpTool.class, tool.name()))
                .returns((result != null) ? this.types.result(tool.name(), result.asMap()) : STRING);
        if (arguments == null) {
            method.addParameter(SchemaTypes.ANY_MEMBERS, "arguments");
        } else if (arguments.size() > MOST_PARAMETERS) {
            method.addParameter(this.types.declare(tool.name() + " Arguments", arguments), "arguments");
        } else {
            parameters(method, arguments);
        }
        add(method, (result != null) ? "the result" : "the text of the result, which the server does not describe");
    }

    void prompt(Prompt prompt) {
        MethodSpec.Builder method = method(prompt.name(), prompt.displayName(), prompt.description())
                .addAnnotation(SchemaTypes.named(McpPrompt.class, prompt.name()))
                .returns(ParameterizedTypeName.get(List.class, PromptMessage.class));
        parameters(
                method,
                prompt.arguments().stream()
                        .map(argument -> new Member(
                                argument.name(),
                                STRING,
                                argument.isRequired(),
                                ServerText.comment(argument.description())))
                        .toList());
        add(method, "the messages of the prompt");
    }

    /** Adds a method for a template; none for one with an expression that typed clients do not support. */
    void resource(ResourceTemplate template) {
        Set<String> variables = new LinkedHashSet<>();
        Matcher matcher = VARIABLE.matcher(template.uriTemplate());
        while (matcher.find()) {
            String variable = matcher.group(1);
            if (!SUPPORTED.matcher(variable).matches()) {
                return;
            }
            variables.add(variable.startsWith("+") ? variable.substring(1) : variable);
        }
        if (matcher.replaceAll("").matches(".*[{}].*")) {
            return;
        }
        boolean isText = isText(template.mimeType());
        MethodSpec.Builder method = method(template.displayName(), template.displayName(), template.description())
                .addAnnotation(SchemaTypes.named(McpResource.class, template.uriTemplate()))
                .returns(isText ? STRING : ArrayTypeName.of(TypeName.BYTE));
        parameters(
                method,
                variables.stream()
                        .map(variable -> new Member(variable, STRING, true, ""))
                        .toList());
        add(method, isText ? "the text of the resource" : "the bytes of the resource");
    }

    private static boolean isText(@Nullable String mimeType) {
        return mimeType == null
                || mimeType.startsWith("text/")
                || mimeType.endsWith("json")
                || mimeType.endsWith("xml");
    }

    private MethodSpec.Builder method(String name, String title, @Nullable String description) {
        String comment = ServerText.comment((description != null && !description.isBlank()) ? description : title);
        return MethodSpec.methodBuilder(this.methods.member(name, "call"))
                .addModifiers(Modifier.PUBLIC, Modifier.ABSTRACT)
                .addJavadoc("$L\n\n", comment);
    }

    private void add(MethodSpec.Builder method, String result) {
        this.declaration.addMethod(method.addJavadoc("@return $L\n", result).build());
    }

    private void parameters(MethodSpec.Builder method, List<Member> arguments) {
        JavaNames scope = new JavaNames();
        for (Member argument : arguments) {
            String name = scope.member(argument.name(), "value");
            ParameterSpec.Builder parameter = ParameterSpec.builder(argument.parameterType(), name);
            if (!name.equals(argument.name()) || (arguments.size() == 1 && isObject(argument.type()))) {
                parameter.addAnnotation(SchemaTypes.named(McpArgument.class, argument.name()));
            }
            method.addParameter(parameter.build());
            if (!argument.comment().isEmpty()) {
                method.addJavadoc("@param $L $L\n", name, argument.comment());
            }
        }
    }

    /** Whether a typed client would take a single parameter of this type for all arguments. */
    private boolean isObject(TypeName argument) {
        return (argument instanceof ParameterizedTypeName generic
                        && generic.rawType().equals(SchemaTypes.ANY_MEMBERS.rawType()))
                || (argument instanceof ClassName named && this.type.equals(named.enclosingClassName()));
    }

    @Override
    public String toString() {
        TypeSpec complete = this.declaration.addTypes(this.types.declared()).build();
        return JavaFile.builder(this.type.packageName(), complete)
                .indent("    ")
                .skipJavaLangImports(true)
                .build()
                .toString();
    }
}
