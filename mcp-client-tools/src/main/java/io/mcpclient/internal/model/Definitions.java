package io.mcpclient.internal.model;

import java.net.URI;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/** Gives each part of a schema that is referred to a name in {@code $defs} of the root, the only place that all providers accept. */
final class Definitions {

    private static final String PREFIX = "#/$defs/";

    private static final int MAX_NAME = 64;

    /**
     * A part that is referred to.
     * @param name its name
     * @param target the part
     */
    record Definition(String name, LocalReferences.Target target) {}

    private final LocalReferences references;

    private final Object root;

    /** Whether the root is an object as sent as well, so that references can lead to it. */
    private final boolean isObject;

    private final Map<Object, String> names = new IdentityHashMap<>();

    private final Set<String> used = new HashSet<>();

    private final Queue<Definition> pending = new ArrayDeque<>();

    Definitions(Map<String, Object> root) {
        this.root = root;
        // older dialects ignore a type beside a reference
        this.isObject = "object".equals(root.get("type")) && !root.containsKey("$ref");
        this.references = LocalReferences.of(root);
    }

    LocalReferences references() {
        return this.references;
    }

    /** Returns a definition that is new since the last call, {@code null} if there is none. */
    @Nullable
    Definition next() {
        return this.pending.poll();
    }

    /**
     * Returns a reference to the same part by its name.
     * @param reference the reference as received
     * @param base what it is relative to
     * @return the reference, {@code null} if it leads to nothing
     */
    @Nullable
    String reference(String reference, URI base) {
        LocalReferences.Target target = this.references.target(reference, base);
        Object schema = (target != null) ? target.schema() : null;
        if (target == null || schema == null) {
            return null;
        }
        if (schema == this.root && this.isObject) {
            return "#";
        }
        String name = this.names.get(schema);
        if (name == null) {
            name = freeName(reference);
            this.names.put(schema, name);
            this.pending.add(new Definition(name, target));
        }
        return PREFIX + name;
    }

    /** Returns the last part of a reference, or a similar name if another definition has it. */
    private String freeName(String reference) {
        String last = reference.substring(Math.max(reference.lastIndexOf('/'), reference.lastIndexOf('#')) + 1);
        String plain = last.replaceAll("[^A-Za-z0-9_.-]", "_");
        String name = plain.matches("[A-Za-z_].*") ? plain.substring(0, Math.min(plain.length(), MAX_NAME)) : "schema";
        String free = name;
        for (int i = 2; !this.used.add(free); i++) {
            free = name + "_" + i;
        }
        return free;
    }

    /** Returns the name of the definition that a reference leads to, {@code null} if it leads to none. */
    static @Nullable String name(@Nullable Object reference) {
        return (reference instanceof String text && text.startsWith(PREFIX)) ? text.substring(PREFIX.length()) : null;
    }
}
