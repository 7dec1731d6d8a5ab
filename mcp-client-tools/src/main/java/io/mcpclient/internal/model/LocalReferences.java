package io.mcpclient.internal.model;

import java.net.URI;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * What references within a schema lead to: JSON pointers, anchors, ids of its parts, and ids of itself. Other documents are never
 * loaded.
 */
final class LocalReferences {

    /** Address of the schema itself. */
    static final URI ROOT = URI.create("");

    private static final int MAX_DEPTH = 64;

    /**
     * A part of the schema that is referred to.
     * @param schema the part
     * @param base what references in it are relative to
     */
    record Target(@Nullable Object schema, URI base) {}

    private final Map<URI, Target> resources = new HashMap<>();

    private final Map<String, Target> anchors = new HashMap<>();

    private final Set<String> ambiguous = new HashSet<>();

    /** Definitions in other places than the root, see {@link #misplaced}. */
    private final Map<String, Target> definitions = new HashMap<>();

    /** Keyword that identifies a schema. */
    private final String idKeyword;

    private LocalReferences(String idKeyword) {
        this.idKeyword = idKeyword;
    }

    static LocalReferences of(Map<?, ?> schema) {
        boolean isOld = schema.get("$schema") instanceof String dialect && dialect.matches("(?s).*draft-0[34].*");
        LocalReferences references = new LocalReferences(isOld ? "id" : "$id");
        references.resources.put(ROOT, new Target(schema, ROOT));
        references.index(schema, ROOT, 0);
        return references;
    }

    private void index(@Nullable Object schema, URI outer, int depth) {
        if (!(schema instanceof Map<?, ?> members) || depth > MAX_DEPTH) {
            return;
        }
        URI base = base(members, outer);
        Target target = new Target(members, base);
        this.resources.putIfAbsent(base, target);
        for (String keyword : List.of("$anchor", "$dynamicAnchor", this.idKeyword)) {
            if (members.get(keyword) instanceof String name && keyword.equals(this.idKeyword) == name.startsWith("#")) {
                anchor(base + (name.startsWith("#") ? name : "#" + name), target);
            }
        }
        members.forEach((keyword, value) -> {
            if (isDefinitions(keyword) && value instanceof Map<?, ?> named) {
                named.forEach(
                        (name, each) -> this.definitions.putIfAbsent(String.valueOf(name), new Target(each, base)));
            }
            SubSchemas.forEach(String.valueOf(keyword), value, each -> index(each, base, depth + 1));
        });
    }

    private void anchor(String address, Target target) {
        if (this.anchors.putIfAbsent(address, target) != null) {
            this.ambiguous.add(address);
        }
    }

    private static boolean isDefinitions(@Nullable Object keyword) {
        return "$defs".equals(keyword) || "definitions".equals(keyword);
    }

    /**
     * Returns what references in a schema are relative to.
     * @param schema a schema
     * @param outer the same of the schema around it
     * @return the address of the nearest schema with an id
     */
    URI base(Map<?, ?> schema, URI outer) {
        if (!(schema.get(this.idKeyword) instanceof String text) || text.startsWith("#")) {
            return outer;
        }
        URI base = resolved(outer, text);
        return (base != null) ? base : outer;
    }

    /**
     * Returns what a reference leads to.
     * @param reference the reference as received
     * @param base what it is relative to
     * @return the target, {@code null} if there is none in this schema
     */
    @Nullable
    Target target(String reference, URI base) {
        int hash = reference.indexOf('#');
        String document = (hash < 0) ? reference : reference.substring(0, hash);
        String fragment = (hash < 0) ? "" : reference.substring(hash + 1);
        URI address = document.isEmpty() ? base : resolved(base, document);
        Target resource = (address != null) ? this.resources.get(address) : null;
        Target found = (resource == null) ? null : within(resource, address, fragment);
        if (found == null && fragment.contains("%")) {
            String decoded = decoded(fragment);
            found = (resource == null || decoded == null) ? null : within(resource, address, decoded);
        }
        return (found != null) ? found : misplaced(fragment);
    }

    private @Nullable Target within(Target resource, @Nullable URI address, String fragment) {
        if (fragment.isEmpty()) {
            return resource;
        }
        if (!fragment.startsWith("/")) {
            String anchor = address + "#" + fragment;
            return this.ambiguous.contains(anchor) ? null : this.anchors.get(anchor);
        }
        Object part = resource.schema();
        URI base = resource.base();
        for (String token : fragment.substring(1).split("/", -1)) {
            part = part(part, token.replace("~1", "/").replace("~0", "~"));
            base = (part instanceof Map<?, ?> members) ? base(members, base) : base;
        }
        return (part != null) ? new Target(part, base) : null;
    }

    private static @Nullable Object part(@Nullable Object whole, String token) {
        if (whole instanceof Map<?, ?> members) {
            return members.get(token);
        }
        if (whole instanceof List<?> list && token.matches("\\d{1,6}")) {
            int index = Integer.parseInt(token);
            return (index < list.size()) ? list.get(index) : null;
        }
        return null;
    }

    /**
     * Some generators write the definitions into the property that needs them, and refer to them as if they were at the root:
     * https://github.com/spring-projects/spring-ai/issues/5888.
     */
    private @Nullable Target misplaced(String fragment) {
        String[] tokens = fragment.split("/", -1);
        return (tokens.length == 3 && isDefinitions(tokens[1]))
                ? this.definitions.get(tokens[2].replace("~1", "/").replace("~0", "~"))
                : null;
    }

    private static @Nullable URI resolved(URI base, String reference) {
        try {
            URI uri = base.resolve(reference);
            String text = uri.toString();
            return text.endsWith("#") ? URI.create(text.substring(0, text.length() - 1)) : uri;
        } catch (IllegalArgumentException ex) {
            return null;
        }
    }

    private static @Nullable String decoded(String fragment) {
        try {
            return URI.create("#" + fragment).getFragment();
        } catch (IllegalArgumentException ex) {
            return null;
        }
    }
}
