package io.mcpclient.skills;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCacheUse;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.extension.McpExtensionContext;
import io.mcpclient.schema.BlobResourceContents;
import io.mcpclient.schema.McpMethods;
import io.mcpclient.schema.ReadResourceParams;
import io.mcpclient.schema.ReadResourceResult;
import io.mcpclient.schema.ResourceContents;
import io.mcpclient.schema.TextResourceContents;
import io.mcpclient.skills.internal.Frontmatter;
import io.mcpclient.skills.internal.InvalidSkillException;
import io.mcpclient.skills.internal.JsonEquality;
import io.mcpclient.skills.internal.Sha256;
import io.mcpclient.skills.internal.SkillUri;
import io.mcpclient.support.BoundedCache;
import io.mcpclient.text.SafeText;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Reads files of skills with {@code resources/read}, and verifies them before anything else sees them: one content item with the
 * requested URI, its size, its digest; for a {@code SKILL.md}, its frontmatter. Verified files are cached in memory, per principal.
 *
 * @see "MCP extension io.modelcontextprotocol/skills (SKL-32 to SKL-37, SKL-71)"
 */
final class SkillReader {

    private final McpExtensionContext context;

    private final SkillErrors errors;

    private final BoundedCache<Key, McpSkillContent> cache;

    /** A file of another principal, or with another digest, is another file. */
    private record Key(String principal, SkillUri uri, String digest) {}

    SkillReader(McpExtensionContext context, McpSkillSettings settings) {
        this.context = context;
        this.errors = new SkillErrors(context.serverName());
        this.cache = new BoundedCache<>(settings.maxCacheSize(), McpSkillContent::size);
    }

    /**
     * Reads a file of a manifest.
     * @param file the file
     * @param principal name of the principal
     * @param operation name of the operation, for errors
     * @param options options for the call
     */
    Mono<McpSkillContent> verified(McpSkillFile file, String principal, String operation, McpCallOptions options) {
        Key key = new Key(principal, SkillEntries.checked(file.uri()), file.digest());
        McpSkillContent cached = this.cache.get(key);
        if (cached != null) {
            return Mono.just(cached);
        }
        int limit = this.context.settings().limits().maxMessageSize();
        if (file.size() > limit) {
            return Mono.error(this.errors.limit(
                    operation,
                    file.uri() + " has " + file.size() + " bytes, more than a message may have",
                    "Increase max-message-size, which is " + limit + ", if the file is needed."));
        }
        return read(file.uri(), true, operation, options).map(content -> {
            compare(file, content, operation);
            this.cache.put(key, content);
            return content;
        });
    }

    /** Reads a file of a dynamic skill. */
    Mono<McpSkillContent> unverified(String uri, String operation, McpCallOptions options) {
        return read(uri, false, operation, options);
    }

    private void compare(McpSkillFile file, McpSkillContent content, String operation) {
        if (content.size() != file.size()) {
            throw this.errors.unverified(
                    operation,
                    file.uri(),
                    "has " + content.size() + " bytes, but " + file.size() + " in its manifest",
                    null);
        }
        if (!Sha256.of(content.shared()).equals(file.digest())) {
            throw this.errors.unverified(operation, file.uri(), "does not have the digest of its manifest", null);
        }
    }

    /**
     * Compares the frontmatter of a {@code SKILL.md} with the entry.
     * @param skill the entry
     * @param content the content of the file
     */
    void compareFrontmatter(McpSkill skill, McpSkillContent content) {
        String text = content.text();
        if (text == null) {
            throw this.errors.unverified(SkillMethods.LOAD, skill.uri(), "is not text in UTF-8", null);
        }
        try {
            String difference = JsonEquality.difference(skill.frontmatter(), Frontmatter.of(text));
            if (difference != null) {
                throw new InvalidSkillException(
                        "its frontmatter differs from its entry in \"" + SafeText.excerpt(difference, 64) + "\"");
            }
        } catch (InvalidSkillException ex) {
            throw this.errors.unverified(SkillMethods.LOAD, skill.uri(), "cannot be verified: " + ex.reason(), null);
        }
    }

    private Mono<McpSkillContent> read(String uri, boolean isVerified, String operation, McpCallOptions options) {
        return this.context
                .request(
                        McpMethods.RESOURCES_READ,
                        ReadResourceParams.of(uri),
                        ReadResourceResult.class,
                        options.withCache(McpCacheUse.BYPASS))
                .onErrorMap(McpRejectedException.class, this::explained)
                .map(result -> content(uri, result, isVerified, operation));
    }

    /** A server may declare skills without resources, which are mandatory beside them (SKL-03). */
    private McpException explained(McpRejectedException error) {
        return (error.reason() == McpRejectedException.Reason.UNSUPPORTED)
                ? this.errors.rejected(
                        error.operation(),
                        error.problem(),
                        "The server declares skills without the capability \"resources\", which they need: this is a fault"
                                + " of the server.",
                        error.reason())
                : error;
    }

    private McpSkillContent content(String uri, ReadResourceResult result, boolean isVerified, String operation) {
        if (result.contents().size() != 1) {
            throw this.errors.unverified(
                    operation,
                    uri,
                    "was read with " + result.contents().size() + " content items instead of one",
                    null);
        }
        ResourceContents item = result.contents().get(0);
        if (!isSame(uri, item)) {
            throw this.errors.unverified(operation, uri, "was read with the content of another URI", null);
        }
        return new McpSkillContent(
                this.context.serverName(), uri, mimeType(item), bytes(uri, item, operation), isVerified);
    }

    private static boolean isSame(String uri, ResourceContents item) {
        String of = (item instanceof TextResourceContents text)
                ? text.uri()
                : (item instanceof BlobResourceContents blob) ? blob.uri() : null;
        try {
            return of != null && SkillUri.of(of).equals(SkillUri.of(uri));
        } catch (InvalidSkillException ex) {
            return false;
        }
    }

    private static @Nullable String mimeType(ResourceContents item) {
        return (item instanceof TextResourceContents text)
                ? text.mimeType()
                : (item instanceof BlobResourceContents blob) ? blob.mimeType() : null;
    }

    /** The bytes as sent: without changes of line ends or of a byte order mark (SKL-33). */
    private byte[] bytes(String uri, ResourceContents item, String operation) {
        if (item instanceof TextResourceContents text) {
            return text.text().getBytes(UTF_8);
        }
        try {
            return ((BlobResourceContents) item).bytes();
        } catch (IllegalArgumentException ex) {
            throw this.errors.unverified(operation, uri, "was read with data that is not Base64", null);
        }
    }
}
