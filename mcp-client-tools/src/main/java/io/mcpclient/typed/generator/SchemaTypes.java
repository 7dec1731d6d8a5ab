package io.mcpclient.typed.generator;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import javax.lang.model.element.Modifier;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import org.jspecify.annotations.Nullable;

/**
 * Java types for JSON Schemas. An object with known members becomes a nested record; what Java cannot say, such as a choice of
 * types, becomes {@code Object}.
 *
 * @see <a href="https://json-schema.org/draft/2020-12/json-schema-validation">JSON Schema Validation</a>
 */
final class SchemaTypes {

    static final ParameterizedTypeName ANY_MEMBERS =
            ParameterizedTypeName.get(ClassName.get(Map.class), ClassName.get(String.class), ClassName.OBJECT);

    /** Objects with more members become maps: a constructor has at most 255 parameters. */
    private static final int MOST_MEMBERS = 100;

    private static final int DEEPEST = 32;

    private static final List<String> DEFINITIONS = List.of("$defs", "definitions");

    private final ClassName owner;

    private final JavaNames names;

    private final List<TypeSpec> declared = new ArrayList<>();

    private static final List<String> CHOICES = List.of("anyOf", "oneOf", "allOf");

    /** Keywords with which an object can have members that are not listed as its properties. */
    private static final Set<String> COMPOSED = Set.of("$ref", "anyOf", "oneOf", "allOf", "patternProperties");

    /** Types by what they were made from, so that equal schemas of one name become one type. */
    private final Map<Source, ClassName> known = new HashMap<>();

    private record Source(String name, Object schema, List<?> definitions, boolean isArgument) {}

    /**
     * Where a type is used.
     *
     * @param root the schema that references point into
     * @param isArgument whether values are written, so that a set of strings can be an enum; a result may get further values
     * @param depth number of schemas and references that led here
     */
    private record Use(Map<?, ?> root, boolean isArgument, int depth) {

        Use inside() {
            return new Use(this.root, this.isArgument, this.depth + 1);
        }

        List<?> definitions() {
            return DEFINITIONS.stream()
                    .filter(this.root::containsKey)
                    .map(this.root::get)
                    .toList();
        }
    }

    /**
     * A member of an object.
     *
     * @param name its name in JSON
     * @param type its type
     * @param isRequired whether it is always there, and not {@code null}
     * @param comment Javadoc
     */
    record Member(String name, TypeName type, boolean isRequired, String comment) {

        /** Returns its type as a parameter: nullable unless it is required. */
        TypeName parameterType() {
            return this.isRequired
                    ? this.type
                    : this.type
                            .box()
                            .annotated(AnnotationSpec.builder(Nullable.class).build());
        }
    }

    private record Typed(TypeName type, boolean isNullable) {}

    SchemaTypes(ClassName owner, JavaNames names) {
        this.owner = owner;
        this.names = names;
    }

    /** Returns the nested types that were needed so far. */
    List<TypeSpec> declared() {
        return List.copyOf(this.declared);
    }

    /** Returns the arguments of a tool in the order of the schema; {@code null} if they are not known by name. */
    @Nullable
    List<Member> arguments(String tool, Map<String, Object> schema) {
        if (hasMembers(schema)) {
            return members(schema, new Use(schema, true, 0));
        }
        Object more = schema.get("additionalProperties");
        boolean isOpen = Boolean.TRUE.equals(more) || more instanceof Map<?, ?>;
        boolean isPlain = schema.keySet().stream().noneMatch(COMPOSED::contains);
        return (properties(schema).isEmpty() && isPlain && !isOpen) ? List.of() : null;
    }

    /** Declares a record with these components. */
    ClassName declare(String name, List<Member> members) {
        ClassName type = nested(name);
        this.declared.add(record(type, members));
        return type;
    }

    /** Returns the type for the result of a tool: of the value, if a Python server puts it into an object, as it says in the schema. */
    TypeName result(String tool, Map<String, Object> schema) {
        String name = tool + " Result";
        Use use = new Use(schema, false, 0);
        Map<?, ?> properties = properties(schema);
        if (!Boolean.TRUE.equals(schema.get("x-fastmcp-wrap-result"))
                || !properties.keySet().equals(Set.of("result"))) {
            return typed(name, schema, use).type().box();
        }
        Typed value = typed(name, properties.get("result"), use.inside());
        TypeName type = value.type().box();
        return value.isNullable() ? ParameterizedTypeName.get(ClassName.get(Optional.class), type) : type;
    }

    private Typed typed(String name, @Nullable Object schema, Use use) {
        if (!(schema instanceof Map<?, ?> object) || use.depth() > DEEPEST) {
            return new Typed(ClassName.OBJECT, false);
        }
        if (object.get("$ref") instanceof String reference) {
            return referenced(reference, use);
        }
        for (String choice : CHOICES) {
            if (object.get(choice) instanceof List<?> schemas) {
                List<?> values = schemas.stream()
                        .filter(each -> !(each instanceof Map<?, ?> map && "null".equals(map.get("type"))))
                        .toList();
                boolean isNullable = values.size() < schemas.size();
                Typed only = (values.size() == 1)
                        ? typed(name, values.get(0), use.inside())
                        : new Typed(ClassName.OBJECT, false);
                return new Typed(only.type(), isNullable || only.isNullable());
            }
        }
        if (object.get("type") instanceof Collection<?> types) {
            List<?> values = types.stream().filter(type -> !"null".equals(type)).toList();
            TypeName type = (values.size() == 1) ? plain(name, values.get(0), object, use) : ClassName.OBJECT;
            return new Typed(type, values.size() < types.size());
        }
        return new Typed(plain(name, object.get("type"), object, use), false);
    }

    private Typed referenced(String reference, Use use) {
        String[] path = reference.split("/", -1);
        if (path.length == 3
                && path[0].equals("#")
                && DEFINITIONS.contains(path[1])
                && use.root().get(path[1]) instanceof Map<?, ?> definitions) {
            String name = path[2].replace("~1", "/").replace("~0", "~");
            return typed(name, definitions.get(name), use.inside());
        }
        return new Typed(ClassName.OBJECT, false);
    }

    private TypeName plain(String name, @Nullable Object type, Map<?, ?> schema, Use use) {
        if (!(type instanceof String kind)) {
            return hasMembers(schema) ? object(name, schema, use) : ClassName.OBJECT;
        }
        return switch (kind) {
            case "string" -> string(name, schema, use);
            case "boolean" -> TypeName.BOOLEAN;
            case "integer" -> TypeName.LONG;
            case "number" -> TypeName.DOUBLE;
            case "array" ->
                ParameterizedTypeName.get(ClassName.get(List.class), boxed(name + " Item", schema.get("items"), use));
            case "object" ->
                hasMembers(schema)
                        ? object(name, schema, use)
                        : ParameterizedTypeName.get(
                                ClassName.get(Map.class),
                                ClassName.get(String.class),
                                boxed(name + " Value", schema.get("additionalProperties"), use));
            default -> ClassName.OBJECT;
        };
    }

    private TypeName boxed(String name, @Nullable Object schema, Use use) {
        return typed(name, schema, use.inside()).type().box();
    }

    private TypeName object(String name, Map<?, ?> schema, Use use) {
        Source source = new Source(name, schema, use.definitions(), use.isArgument());
        ClassName present = this.known.get(source);
        if (present != null) {
            return present;
        }
        ClassName type = nested(name);
        this.known.put(source, type); // before its members, which may refer to it
        int index = this.declared.size();
        this.declared.add(index, record(type, members(schema, use))); // before the types of its members
        return type;
    }

    private TypeName string(String name, Map<?, ?> schema, Use use) {
        List<?> values = (schema.get("enum") instanceof List<?> listed) ? listed : List.of();
        boolean isEnum = use.isArgument()
                && !values.isEmpty()
                && values.size() <= MOST_MEMBERS
                && values.stream().allMatch(String.class::isInstance)
                && Set.copyOf(values).size() == values.size();
        if (!isEnum) {
            return ClassName.get(String.class);
        }
        Source source = new Source(name, values, List.of(), true);
        ClassName present = this.known.get(source);
        if (present != null) {
            return present;
        }
        ClassName type = nested(name);
        this.known.put(source, type);
        TypeSpec.Builder declaration = TypeSpec.enumBuilder(type).addModifiers(Modifier.PUBLIC, Modifier.STATIC);
        JavaNames constants = new JavaNames();
        for (Object value : values) {
            String text = (String) value;
            declaration.addEnumConstant(
                    constants.constant(text),
                    TypeSpec.anonymousClassBuilder("")
                            .addAnnotation(named(JsonProperty.class, text))
                            .build());
        }
        this.declared.add(declaration.build());
        return type;
    }

    private List<Member> members(Map<?, ?> schema, Use use) {
        Collection<?> required = (schema.get("required") instanceof Collection<?> all) ? all : List.of();
        List<Member> members = new ArrayList<>();
        properties(schema).forEach((key, value) -> {
            String member = String.valueOf(key);
            Typed typed = typed(member, value, use.inside());
            boolean isRequired = required.contains(member) && !typed.isNullable();
            members.add(new Member(member, typed.type(), isRequired, comment(value)));
        });
        return members;
    }

    private TypeSpec record(ClassName type, List<Member> members) {
        MethodSpec.Builder components = MethodSpec.constructorBuilder();
        JavaNames scope = new JavaNames();
        for (Member member : members) {
            String component = scope.member(member.name(), "value");
            ParameterSpec.Builder parameter = ParameterSpec.builder(member.parameterType(), component);
            if (!component.equals(member.name())) {
                parameter.addAnnotation(named(JsonProperty.class, member.name()));
            }
            if (!member.comment().isEmpty()) {
                parameter.addJavadoc("$L\n", member.comment());
            }
            components.addParameter(parameter.build());
        }
        return TypeSpec.recordBuilder(type)
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .recordConstructor(components.build())
                .build();
    }

    private ClassName nested(String name) {
        return this.owner.nestedClass(this.names.type(name));
    }

    /** Returns an annotation with one value, a text. */
    static AnnotationSpec named(Class<?> annotation, String value) {
        return AnnotationSpec.builder(annotation)
                .addMember("value", "$L", ServerText.literal(value))
                .build();
    }

    private static String comment(@Nullable Object schema) {
        if (!(schema instanceof Map<?, ?> map)) {
            return "";
        }
        String description = (map.get("description") instanceof String text) ? text.strip() : "";
        return ServerText.comment(description + defaultOf(map.get("default"), description));
    }

    /** The server fills in the default of an argument that is left out. */
    private static String defaultOf(@Nullable Object value, String description) {
        if (!(value instanceof String || value instanceof Number || value instanceof Boolean)) {
            return "";
        }
        String end = (description.isEmpty() || description.endsWith(".")) ? "" : ".";
        String written = (value instanceof String) ? "\"" + value + "\"" : String.valueOf(value);
        return end + (description.isEmpty() ? "" : " ") + "Default: " + written + ".";
    }

    private static boolean hasMembers(Map<?, ?> schema) {
        int number = properties(schema).size();
        return number > 0 && number <= MOST_MEMBERS;
    }

    private static Map<?, ?> properties(Map<?, ?> schema) {
        return (schema.get("properties") instanceof Map<?, ?> properties) ? properties : Map.of();
    }
}
