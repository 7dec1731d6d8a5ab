package io.mcpclient.console.internal.web;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;
import org.springframework.security.web.csrf.CsrfToken;

/** Tells the page who uses it, and what the application's protection against forged requests expects. */
public final class SessionArea implements Area {

    private final String application;

    private final boolean secured;

    private final boolean canAdd;

    /**
     * Creates the area.
     * @param application name of the application
     * @param secured whether the application has Spring Security
     * @param canAdd whether servers can be added
     */
    public SessionArea(String application, boolean secured, boolean canAdd) {
        this.application = application;
        this.secured = secured;
        this.canAdd = canAdd;
    }

    /**
     * What the page needs to know first.
     *
     * @param application name of the application
     * @param user name of the user, empty without Spring Security
     * @param canAdd whether servers can be added
     * @param csrfHeader header for the token, or {@code null} if none is needed
     * @param csrfToken token for modifying requests, or {@code null} if none is needed
     */
    public record SessionView(
            String application,
            String user,
            boolean canAdd,
            @Nullable String csrfHeader,
            @Nullable String csrfToken) {}

    @Override
    public void addTo(Requests requests) {
        requests.get("session", request -> {
            HttpServletRequest received = request.servletRequest();
            return this.secured
                    ? Csrf.view(this.application, request.user(), this.canAdd, received)
                    : new SessionView(this.application, "", this.canAdd, null, null);
        });
    }

    /** A class of its own: its library is optional. */
    private static final class Csrf {

        static SessionView view(String application, String user, boolean canAdd, HttpServletRequest request) {
            CsrfToken token = (CsrfToken) request.getAttribute(CsrfToken.class.getName());
            return (token != null)
                    ? new SessionView(application, user, canAdd, token.getHeaderName(), token.getToken())
                    : new SessionView(application, user, canAdd, null, null);
        }
    }
}
