package io.mcpclient.console.internal.web;

import java.io.IOException;
import java.io.UncheckedIOException;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

import io.mcpclient.console.internal.json.ConsoleJson;
import io.mcpclient.console.internal.json.InvalidRequestException;

/** A request of the page that was accepted. */
public final class ConsoleRequest {

    private static final int MAX_BODY = 4 * 1024 * 1024;

    private final HttpServletRequest request;

    private final ConsoleJson json;

    private final String user;

    ConsoleRequest(HttpServletRequest request, ConsoleJson json, String user) {
        this.request = request;
        this.json = json;
        this.user = user;
    }

    /** Returns the name of the user, empty if the application has no users. */
    public String user() {
        return this.user;
    }

    public HttpServletRequest servletRequest() {
        return this.request;
    }

    /** Returns the origin of the page, which is that of the console, {@code null} if the request only reads. */
    public @Nullable String origin() {
        return this.request.getHeader(HttpHeaders.ORIGIN);
    }

    /**
     * Returns a parameter of the query.
     * @throws InvalidRequestException if it is missing
     */
    public String parameter(String name) {
        String value = this.request.getParameter(name);
        if (value == null) {
            throw new InvalidRequestException("The parameter " + name + " is missing.");
        }
        return value;
    }

    /**
     * Returns a number of the query.
     * @throws InvalidRequestException if it is missing or not a number
     */
    public long number(String name) {
        try {
            return Long.parseLong(parameter(name));
        } catch (NumberFormatException ex) {
            throw new InvalidRequestException("The " + name + " is not a number.");
        }
    }

    /**
     * Returns a member of a body.
     * @param member its name
     * @param value its value, or {@code null} if it is missing
     * @throws InvalidRequestException if it is missing
     */
    public static String required(String member, @Nullable String value) {
        if (value == null) {
            throw new InvalidRequestException("The member " + member + " is missing.");
        }
        return value;
    }

    /**
     * Reads the body.
     * @param type expected type
     * @param <T> expected type
     * @return the value
     * @throws InvalidRequestException if the body is too large or not JSON of that type
     */
    public <T> T body(Class<T> type) {
        try {
            if (!isJson()) {
                throw new InvalidRequestException("The body must be sent as application/json.");
            }
            byte[] body = this.request.getInputStream().readNBytes(MAX_BODY + 1);
            if (body.length > MAX_BODY) {
                throw new InvalidRequestException("The body is larger than " + MAX_BODY + " bytes.");
            }
            return this.json.read(body, type);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private boolean isJson() {
        String type = this.request.getContentType();
        try {
            return type != null && MediaType.APPLICATION_JSON.equalsTypeAndSubtype(MediaType.parseMediaType(type));
        } catch (InvalidMediaTypeException ex) {
            return false;
        }
    }
}
