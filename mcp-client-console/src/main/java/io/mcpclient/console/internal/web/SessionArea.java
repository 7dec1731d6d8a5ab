package io.mcpclient.console.internal.web;

import java.util.List;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;
import org.springframework.security.web.csrf.CsrfToken;

/** Tells the page who uses it, and what the application's protection against forged requests expects. */
public final class SessionArea implements Area {

    private final String application;

    private final boolean secured;

    private final boolean canAdd;

    private final List<String> optionalAreas;

    /**
     * Creates the area.
     * @param application name of the application
     * @param secured whether the application has Spring Security
     * @param canAdd whether servers can be added
     * @param optionalAreas areas of the page that this application has
     */
    public SessionArea(String application, boolean secured, boolean canAdd, List<OptionalArea> optionalAreas) {
        this.application = application;
        this.secured = secured;
        this.canAdd = canAdd;
        this.optionalAreas = optionalAreas.stream().map(OptionalArea::id).toList();
    }

    /**
     * What the page needs to know first.
     *
     * @param application name of the application
     * @param user name of the user, empty without Spring Security
     * @param canAdd whether servers can be added
     * @param optionalAreas ids of areas that not every application has
     * @param csrfHeader header for the token, or {@code null} if none is needed
     * @param csrfToken token for modifying requests, or {@code null} if none is needed
     */
    public record SessionView(
            String application,
            String user,
            boolean canAdd,
            List<String> optionalAreas,
            @Nullable String csrfHeader,
            @Nullable String csrfToken) {}

    @Override
    public void addTo(Requests requests) {
        requests.get("session", request -> {
            SessionView view =
                    new SessionView(this.application, request.user(), this.canAdd, this.optionalAreas, null, null);
            return this.secured ? Csrf.with(view, request.servletRequest()) : view;
        });
    }

    private record CsrfHeader(
            @Nullable String name, @Nullable String token) {}

    /** A class of its own: its library is optional. */
    private static final class Csrf {

        static SessionView with(SessionView view, HttpServletRequest request) {
            CsrfToken token = (CsrfToken) request.getAttribute(CsrfToken.class.getName());
            return (token != null)
                    ? new SessionView(
                            view.application(),
                            view.user(),
                            view.canAdd(),
                            view.optionalAreas(),
                            token.getHeaderName(),
                            token.getToken())
                    : view;
        }
    }
}
