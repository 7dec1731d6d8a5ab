package io.mcpclient.internal.inbound;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

import io.mcpclient.handler.ReactiveMcpRootsProvider;
import io.mcpclient.schema.ClientCapabilities;
import io.mcpclient.schema.ListRootsResult;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.schema.Root;
import io.mcpclient.text.SafeText;

/**
 * Provides the roots to a server. Only {@code file} URIs with an unambiguous path are sent: a root that ascends with {@code ..}
 * would name a different directory than the one that the application has checked.
 *
 * @see "MCP 2025-11-25, client/roots (ROOT-01 to ROOT-03, ROOT-06, ROOT-07)"
 */
final class RootsFeature implements ClientFeature {

    @Override
    public ClientCapabilities declaredWith(ClientCapabilities others, McpHandlers handlers, ProtocolRevision revision) {
        return handlers.has(ReactiveMcpRootsProvider.class) ? others.withRoots(revision.hasRootsListChanged()) : others;
    }

    @Override
    public Map<String, String> handlerNames() {
        return Map.of("roots", "a provider of roots");
    }

    @Override
    public boolean isOffered(ClientCapabilities declared) {
        return declared.roots() != null;
    }

    @Override
    public Mono<Object> answer(FeatureRequest request) {
        ReactiveMcpRootsProvider named = request.handlers().get(ReactiveMcpRootsProvider.class);
        return (named != null)
                ? Mono.defer(() -> named.roots(request.context())).map(RootsFeature::fit)
                : Mono.empty();
    }

    private static Object fit(List<Root> roots) {
        for (Root root : roots) {
            String problem = problem(root.uri());
            if (problem != null) {
                throw new InvalidResponseException("root \"" + SafeText.excerpt(root.uri()) + "\" " + problem);
            }
        }
        return ListRootsResult.of(roots);
    }

    private static @Nullable String problem(String text) {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException ex) {
            return "is not a valid URI";
        }
        if (!"file".equalsIgnoreCase(uri.getScheme()) || !text.regionMatches(5, "//", 0, 2)) {
            return "is not a file:// URI";
        }
        // The decoded path: %2e%2e ascends as well, and so does a backslash where it is a separator.
        String path = uri.getPath();
        if (path == null || !path.startsWith("/")) {
            return "has no absolute path";
        }
        if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
            return "has a query or a fragment";
        }
        return Arrays.asList(path.split("[/\\\\]")).contains("..") ? "has \"..\" in its path" : null;
    }
}
