package io.mcpclient.support.validation;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import com.networknt.schema.AbsoluteIri;
import com.networknt.schema.Error;
import com.networknt.schema.FailFastAssertionException;
import com.networknt.schema.InvalidSchemaRefException;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.resource.InputStreamSource;
import com.networknt.schema.resource.SchemaLoader;
import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.JsonValue;
import io.mcpclient.text.SafeText;

/**
 * Schema of a server, compiled once to validate many values. Dialects: 2020-12 (the default without {@code $schema}),
 * 2019-09, draft-07, draft-06 and draft-04. {@code format} is an annotation and not validated.
 *
 * <p>Schemas are untrusted. External documents are never loaded, neither from the network nor from files nor from the class
 * path: a reference to another document makes the schema unusable. A schema has at most 2,000 subschemas, nested 32 deep;
 * one check takes at most 250 milliseconds, or longer if a paused machine needs more time for a small amount of work.
 * Immutable and thread-safe.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/basic">MCP: JSON Schema Usage</a>
 */
public final class JsonSchema {

    private static final SchemaRegistryConfig CONFIG = SchemaRegistryConfig.builder()
            .failFast(true)
            .formatAssertionsEnabled(false)
            .locale(Locale.ROOT)
            .regularExpressionFactory(BudgetedPattern::compile)
            .build();

    private final Schema schema;

    private final @Nullable CommonSchema common;

    private JsonSchema(Schema schema, @Nullable CommonSchema common) {
        this.schema = schema;
        this.common = common;
    }

    /**
     * Compiles a schema.
     * @param schema the schema as plain JSON
     * @return the compiled schema
     * @throws UnusableSchemaException if its dialect is unsupported, it refers to another document, it is too large or too
     *     deep, or it is not a schema
     */
    public static JsonSchema compile(Map<String, Object> schema) {
        SchemaReview.check(schema);
        try {
            // A separate registry: schemas of one tool must not resolve ids in schemas of another.
            SchemaRegistry registry =
                    SchemaRegistry.withDialects(Dialect.libraryDialects(), builder -> builder.defaultDialectId(
                                    SpecificationVersion.DRAFT_2020_12.getDialectId())
                            .schemaLoader(NoLoader.INSTANCE)
                            .schemaRegistryConfig(CONFIG));
            Schema compiled = registry.getSchema(PlainJson.node(schema));
            compiled.initializeValidators();
            return new JsonSchema(compiled, CommonSchema.of(schema));
        } catch (RuntimeException ex) {
            throw unusable(ex);
        } catch (StackOverflowError ex) {
            throw new UnusableSchemaException("it is nested too deeply");
        }
    }

    /**
     * Validates a schema against the meta-schema of its dialect, which {@link #compile} does not: a type that is misspelt compiles, and
     * no value has it. Takes as long as {@link #check}.
     * @param schema the schema as plain JSON
     * @return the first violation, with the path within the schema, or {@code null} if there is none
     * @throws UnusableSchemaException if its dialect is unsupported, or if the check was aborted because it took too long
     */
    public static @Nullable Violation checkSchema(Map<String, Object> schema) {
        SchemaLocation location = SchemaLocation.of(SchemaReview.dialect(schema).uri());
        return new JsonSchema(MetaSchemas.REGISTRY.getSchema(location), null).check(schema);
    }

    private static UnusableSchemaException unusable(RuntimeException error) {
        // with a cause, the message comes from an underlying library
        String why = (error instanceof SchemaException && error.getCause() == null)
                ? SafeText.excerpt(error.getMessage())
                : "a keyword has an invalid value";
        boolean isDefect = !(error instanceof InvalidSchemaRefException);
        return new UnusableSchemaException("it is not a valid schema: " + why, isDefect);
    }

    /**
     * Returns whether a value is certainly valid, which {@link #check} need not confirm. Takes milliseconds at most; may be called on an
     * event loop.
     * @param value the value, of which nothing is retained
     * @return whether it is valid; {@code false} if it is not, or in doubt
     */
    public boolean accepts(JsonValue value) {
        return this.common != null && this.common.accepts(value);
    }

    /**
     * Validates a value. Runs on the caller's thread for up to the time limit described for this class; do not call on an
     * event loop.
     * @param value plain JSON, or {@code null} for a JSON null
     * @return the first violation, or {@code null} if there is none
     * @throws UnusableSchemaException if the check was aborted because it took too long, or is not possible
     */
    public @Nullable Violation check(@Nullable Object value) {
        try {
            List<Error> errors = Budget.spend(budget -> errors(value, budget));
            return errors.isEmpty() ? null : violation(errors.get(0));
        } catch (Budget.SpentException ex) {
            throw new UnusableSchemaException("the check took too long and was aborted");
        } catch (RuntimeException ex) {
            throw unusable(ex);
        } catch (StackOverflowError ex) {
            throw new UnusableSchemaException("the check is nested too deeply and was aborted");
        }
    }

    private List<Error> errors(@Nullable Object value, Budget budget) {
        BudgetedContext context =
                new BudgetedContext(this.schema.createExecutionContext().getExecutionConfig(), budget);
        context.setFailFast(true);
        try {
            this.schema.validate(context, PlainJson.node(value));
            return context.getErrors();
        } catch (FailFastAssertionException ex) {
            return Collections.unmodifiableList(ex.getErrors());
        }
    }

    private static Violation violation(Error error) {
        return new Violation(
                SafeText.excerpt(String.valueOf(error.getInstanceLocation())), String.valueOf(error.getKeyword()));
    }

    /** The meta-schemas, which the library has on its class path. */
    private static final class MetaSchemas {

        static final SchemaRegistry REGISTRY =
                SchemaRegistry.withDialects(Dialect.libraryDialects(), builder -> builder.schemaRegistryConfig(CONFIG));
    }

    /** Document loader of the library, also for documents on its own class path. It never loads any (JSC-05, JSC-09). */
    private static final class NoLoader extends SchemaLoader {

        static final NoLoader INSTANCE = new NoLoader();

        private NoLoader() {
            super(List.of(), List.of());
        }

        @Override
        public InputStreamSource getSchemaResource(AbsoluteIri iri) {
            throw new SchemaException("it refers to another document: " + iri);
        }
    }
}
