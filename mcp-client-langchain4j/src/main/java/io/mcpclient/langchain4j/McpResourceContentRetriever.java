package io.mcpclient.langchain4j;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.rag.content.Content;
import dev.langchain4j.rag.content.retriever.ContentRetriever;
import dev.langchain4j.rag.query.Query;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpCancelledException;
import io.mcpclient.error.McpException;
import io.mcpclient.registry.McpRegisteredResource;
import io.mcpclient.registry.McpResourceRegistry;
import io.mcpclient.schema.ReadResourceResult;
import io.mcpclient.schema.TextResourceContents;

/**
 * Retrieves text resources of servers as content for retrieval-augmented generation. Each query selects among the listed
 * resources and reads the selected ones, one after the other, on the calling thread. It does not search within resources:
 * select few, or put a re-ranking aggregator behind it. A resource that cannot be read is logged and left out. Binary
 * resources are left out.
 *
 * <p>The metadata of each segment are {@code server}, {@code uri}, {@code name} and, if known, {@code mimeType}. Immutable and
 * thread-safe.
 */
public final class McpResourceContentRetriever implements ContentRetriever {

    private static final Logger logger = LoggerFactory.getLogger("io.mcpclient.langchain4j");

    private final McpResourceRegistry registry;

    private final @Nullable Set<String> servers;

    private final BiPredicate<Query, McpRegisteredResource> filter;

    private final Function<Query, @Nullable McpPrincipal> principal;

    private final int maxResources;

    private final int maxCharacters;

    private McpResourceContentRetriever(Builder builder) {
        this.registry = builder.registry;
        this.servers = builder.servers;
        this.filter = builder.filter;
        this.principal = builder.principal;
        this.maxResources = builder.maxResources;
        this.maxCharacters = builder.maxCharacters;
    }

    /**
     * Starts to build a retriever.
     * @param registry the resources
     * @return a builder for all resources
     */
    public static Builder builder(McpResourceRegistry registry) {
        return new Builder(registry);
    }

    @Override
    public List<Content> retrieve(Query query) {
        List<Content> contents = new ArrayList<>();
        this.registry.snapshot().resources().stream()
                .filter(McpRegisteredResource::available)
                .filter(resource -> this.servers == null || this.servers.contains(resource.server()))
                .filter(resource -> this.filter.test(query, resource))
                .limit(this.maxResources)
                .forEach(resource -> read(query, resource).forEach(contents::add));
        return contents;
    }

    private Stream<Content> read(Query query, McpRegisteredResource resource) {
        try {
            return read(resource, this.principal.apply(query)).contents().stream()
                    .filter(TextResourceContents.class::isInstance)
                    .map(TextResourceContents.class::cast)
                    .filter(text -> !text.text().isBlank())
                    .map(text -> content(resource, text));
        } catch (McpCancelledException ex) {
            throw ex;
        } catch (McpException ex) {
            logger.warn("A resource is left out of the retrieved content. {}", ex.getMessage());
            return Stream.empty();
        }
    }

    private ReadResourceResult read(McpRegisteredResource resource, @Nullable McpPrincipal caller) {
        String uri = resource.resource().uri();
        return this.registry.read(resource.server(), uri, CallContext.onBehalf(McpCallOptions.defaults(), caller));
    }

    private Content content(McpRegisteredResource resource, TextResourceContents text) {
        Metadata metadata = new Metadata()
                .put("server", resource.server())
                .put("uri", text.uri())
                .put("name", resource.resource().displayName());
        String mimeType = (text.mimeType() != null)
                ? text.mimeType()
                : resource.resource().mimeType();
        if (mimeType != null) {
            metadata.put("mimeType", mimeType);
        }
        return Content.from(TextSegment.from(cut(text.text()), metadata));
    }

    private String cut(String text) {
        if (text.length() <= this.maxCharacters) {
            return text;
        }
        int end = this.maxCharacters;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end);
    }

    /** Builds a retriever. Not thread-safe. */
    public static final class Builder {

        private static final int DEFAULT_MAX_RESOURCES = 10;

        private static final int DEFAULT_MAX_CHARACTERS = 100_000;

        private final McpResourceRegistry registry;

        private @Nullable Set<String> servers;

        private BiPredicate<Query, McpRegisteredResource> filter = (query, resource) -> true;

        private Function<Query, @Nullable McpPrincipal> principal = query -> null;

        private int maxResources = DEFAULT_MAX_RESOURCES;

        private int maxCharacters = DEFAULT_MAX_CHARACTERS;

        private Builder(McpResourceRegistry registry) {
            if (registry == null) {
                throw new IllegalArgumentException("the argument \"registry\" is null: pass a registry");
            }
            this.registry = registry;
        }

        /**
         * Retrieves only resources of some servers.
         * @param names configured names; unknown names have no effect
         * @return this builder
         */
        public Builder forServers(String... names) {
            this.servers = Stream.of(names).collect(Collectors.toUnmodifiableSet());
            return this;
        }

        /**
         * Selects resources for a query.
         * @param selected returns whether a resource is read for a query. Default: all
         * @return this builder
         */
        public Builder filter(BiPredicate<Query, McpRegisteredResource> selected) {
            this.filter = selected;
            return this;
        }

        /**
         * Reads on behalf of a principal.
         * @param ofQuery returns the principal by the query's metadata; {@code null} if the client's own resolver decides.
         *     Default: {@code null} for all queries
         * @return this builder
         */
        public Builder principal(Function<Query, @Nullable McpPrincipal> ofQuery) {
            this.principal = ofQuery;
            return this;
        }

        /**
         * Limits the number of resources that one query reads.
         * @param max at least 1; 10 by default
         * @return this builder
         */
        public Builder maxResources(int max) {
            this.maxResources = positive("maxResources", max);
            return this;
        }

        /**
         * Limits the text of one resource; the rest is cut.
         * @param max number of characters, at least 1; 100000 by default
         * @return this builder
         */
        public Builder maxCharacters(int max) {
            this.maxCharacters = positive("maxCharacters", max);
            return this;
        }

        private static int positive(String name, int value) {
            if (value < 1) {
                throw new IllegalArgumentException(name + " must be positive: " + value);
            }
            return value;
        }

        /**
         * Builds the retriever.
         * @return the retriever
         */
        public McpResourceContentRetriever build() {
            return new McpResourceContentRetriever(this);
        }
    }
}
