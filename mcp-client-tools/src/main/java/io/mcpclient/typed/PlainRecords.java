package io.mcpclient.typed;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import com.fasterxml.jackson.annotation.JacksonAnnotation;
import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * Records that are JSON objects with a member for each component. Annotations of Jackson can change that, for example to other
 * names ({@code @JsonNaming}), fewer members ({@code @JsonIgnore}) or a single value ({@code @JsonValue}).
 */
final class PlainRecords {

    /** Annotations that change neither names nor types, or only as {@link MethodArguments#name} knows. */
    private static final Set<Class<?>> KNOWN = Set.of(
            JsonProperty.class,
            JsonInclude.class,
            JsonPropertyOrder.class,
            JsonPropertyDescription.class,
            JsonClassDescription.class);

    private PlainRecords() {}

    static boolean isPlain(Class<?> type) {
        if (!type.isRecord()) {
            return false;
        }
        List<AnnotatedElement> elements = new ArrayList<>(List.of(type.getDeclaredMethods()));
        elements.addAll(List.of(type.getDeclaredConstructors()));
        elements.add(type);
        for (AnnotatedElement element : elements) {
            for (Annotation annotation : element.getAnnotations()) {
                if (changesJson(annotation)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean changesJson(Annotation annotation) {
        if (annotation instanceof JsonIgnoreProperties ignored) {
            return ignored.value().length > 0;
        }
        if (annotation instanceof JsonFormat format) {
            return format.shape() != JsonFormat.Shape.ANY;
        }
        Class<? extends Annotation> type = annotation.annotationType();
        boolean isOfJackson = type.isAnnotationPresent(JacksonAnnotation.class)
                || type.isAnnotationPresent(JacksonAnnotationsInside.class);
        return isOfJackson && !KNOWN.contains(type);
    }
}
