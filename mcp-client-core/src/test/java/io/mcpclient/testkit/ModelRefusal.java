package io.mcpclient.testkit;

import org.jspecify.annotations.Nullable;

/**
 * Why the API of a model refuses a request with 400.
 *
 * @param message the message of the error
 * @param param place in the request, {@code null} if the API names none
 * @param code code of the error, {@code null} if the API names none
 */
record ModelRefusal(
        String message, @Nullable String param, @Nullable String code) {

    static ModelRefusal of(String message) {
        return new ModelRefusal(message, null, null);
    }
}
