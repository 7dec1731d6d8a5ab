package io.mcpclient.internal.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.model.McpResultRules.Form;

/**
 * Which parts of a result a model reads.
 *
 * <pre>
 *  form         content    structured content   the model reads
 *  any          any        absent, null         the content
 *  any          none       yes                  structured content
 *  BOTH         any        yes                  both
 *  TEXT         yes        yes                  the content
 *  TEXT         blank      yes                  structured content
 *  STRUCTURED   any        yes                  structured content, and media that it does not have
 *  AUTO         text       of a view            the content
 *  AUTO         yes        {}, []               the content
 *  AUTO         carries    yes                  the shorter one of both, and content that is not in the other
 *  AUTO         other      yes                  structured content, and content that does not repeat it
 * </pre>
 *
 * @param parts parts of the content
 * @param isStructured whether structured content follows
 */
record Selection(List<Part> parts, boolean isStructured) {

    /**
     * Selects parts.
     * @param form which parts a model reads
     * @param parts all parts of the content
     * @param structured structured content as received
     * @param hasView whether structured content is for a view
     * @param json structured content as a model reads it
     */
    static Selection of(Form form, List<Part> parts, @Nullable Object structured, boolean hasView, Fragment json) {
        if (structured == null) {
            return new Selection(parts, false);
        }
        if (parts.isEmpty()) {
            return new Selection(parts, true);
        }
        boolean hasContent = !parts.stream().allMatch(Part::isBlank);
        return switch (form) {
            case BOTH -> new Selection(parts, true);
            case TEXT -> hasContent ? new Selection(parts, false) : new Selection(List.of(), true);
            case STRUCTURED -> {
                List<Part> media = parts.stream()
                        .filter(part -> part.kind() == Part.Kind.MEDIA)
                        .toList();
                yield once(media, true, repetition(structured, media));
            }
            case AUTO -> {
                if (hasView && hasText(parts) || hasContent && isEmpty(structured)) {
                    yield new Selection(parts, false);
                }
                Repetition repetition = repetition(structured, parts);
                yield once(parts, !repetition.isCarried() || isShorter(json, parts, repetition), repetition);
            }
        };
    }

    private static Repetition repetition(Object structured, List<Part> parts) {
        return Repetition.of(structured, parts.stream().map(Part::source).toList());
    }

    private static Selection once(List<Part> parts, boolean isStructured, Repetition repetition) {
        List<Part> selected = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            if (!repetition.repeats(i) || !isStructured && repetition.carries(i)) {
                selected.add(part);
            } else if (!part.heading().isEmpty() && !repetition.hasString(part.uri())) {
                selected.add(part.withoutBody());
            }
        }
        return new Selection(selected, isStructured);
    }

    /** Whether structured content is shorter than the texts that carry it, or does without their Base64 data. */
    private static boolean isShorter(Fragment json, List<Part> parts, Repetition repetition) {
        int length = -1; // one separator less than texts
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            if (repetition.carries(i)) {
                if (!repetition.repeats(i)) {
                    return false;
                }
                if (!json.notes().isEmpty() && part.isJson()) {
                    return true;
                }
                length += part.body().text().length() + 1;
            }
        }
        return json.text().length() < length;
    }

    private static boolean hasText(List<Part> parts) {
        return parts.stream().anyMatch(part -> part.kind() == Part.Kind.TEXT && !part.isBlank());
    }

    private static boolean isEmpty(Object structured) {
        return structured instanceof Map<?, ?> object && object.isEmpty()
                || structured instanceof Collection<?> list && list.isEmpty();
    }
}
