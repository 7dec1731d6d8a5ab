package io.mcpclient.support;

import io.mcpclient.text.SafeText;

/** Names code of the application in messages and logs. */
public final class ApplicationCode {

    private ApplicationCode() {}

    /**
     * Describes an exception.
     * @param error the exception
     * @return its simple class name and its message, if it has one; one line
     */
    public static String describe(Throwable error) {
        String message = SafeText.excerpt(error.getMessage());
        String name = error.getClass().getSimpleName();
        return message.isBlank() ? name : name + ": " + message;
    }

    /**
     * Returns the class name of an object.
     * @param part the object, or its class
     * @return the name; of a lambda or a proxy the class that it belongs to
     */
    public static String nameOf(Object part) {
        String name = ((part instanceof Class<?> type) ? type : part.getClass()).getName();
        int generated = name.indexOf("$$");
        return (generated > 0) ? name.substring(0, generated) : name;
    }
}
