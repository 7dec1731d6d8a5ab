package io.mcpclient.sample.secured.authorization;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationConsent;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationConsentService;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.util.HtmlUtils;

/**
 * The pages of the authorization server: login and consent. Names of clients are unverified claims, so the consent page also
 * shows the target of the response.
 *
 * @see "MCP 2026-07-28, security best practices, Confused Deputy Problem"
 */
class Pages extends HttpServlet {

    static final String LOGIN = "/login";

    static final String CONSENT = "/consent";

    static final String STYLE = "/page.css";

    static final String USER = "ada";

    static final String PASSWORD = "engine";

    /** No scripts; forms may be sent to other origins, because the last one is answered with a redirect to the client. */
    static final String POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'";

    private static final long serialVersionUID = 1L;

    private static final String PAGE = """
            <!doctype html>
            <html lang="en">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
            <title>%s</title><link rel="stylesheet" href="page.css"></head>
            <body><main><p class="where">Authorization server %s</p>%s</main></body>
            </html>
            """;

    private static final String LOGIN_FORM = """
            <h1>Log in</h1>
            %s
            <form method="post" action="login">
            <label>Name <input name="username" id="username" autocomplete="username" required autofocus></label>
            <label>Password <input name="password" id="password" type="password" autocomplete="current-password" required></label>
            <input type="hidden" name="%s" value="%s">
            <button type="submit" id="log-in">Log in</button>
            </form>
            <p class="hint">There is one user: <code>%s</code> with the password <code>%s</code>.</p>
            """;

    private static final String CONSENT_FORM = """
            <h1>Do you agree?</h1>
            <p><strong>%s</strong> requests access to <code>%s</code> for you. The response goes to <strong>%s</strong>.</p>
            <form method="post" action="oauth2/authorize">
            <input type="hidden" name="client_id" value="%s">
            <input type="hidden" name="state" value="%s">
            <fieldset><legend>Scopes</legend>%s</fieldset>
            <button type="submit" id="agree">Agree</button>
            </form>
            <form method="post" action="oauth2/authorize">
            <input type="hidden" name="client_id" value="%s">
            <input type="hidden" name="state" value="%s">
            <button type="submit" id="decline" class="second">Decline</button>
            </form>
            """;

    private static final String NEW_SCOPE =
            "<label><input type=\"checkbox\" name=\"scope\" value=\"%1$s\" checked> <code>%1$s</code></label>";

    private static final String OLD_SCOPE = "<p><code>%s</code>, already granted</p>";

    private final transient Arrangement arrangement;

    private final transient RegisteredClientRepository clients;

    private final transient OAuth2AuthorizationConsentService consents;

    Pages(Arrangement arrangement, RegisteredClientRepository clients, OAuth2AuthorizationConsentService consents) {
        this.arrangement = arrangement;
        this.clients = clients;
        this.consents = consents;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        switch (request.getServletPath()) {
            case LOGIN -> page(response, "Log in", login(request));
            case CONSENT -> consent(request, response);
            case STYLE -> style(response);
            case "/" -> page(response, "Logged in", "<h1>You are logged in</h1><p>There is nothing else here.</p>");
            default -> response.sendError(HttpServletResponse.SC_NOT_FOUND);
        }
    }

    private static String login(HttpServletRequest request) {
        CsrfToken token = (CsrfToken) request.getAttribute(CsrfToken.class.getName());
        String again = (request.getParameter("error") != null)
                ? "<p class=\"wrong\" role=\"alert\">Name or password is wrong.</p>"
                : "";
        return LOGIN_FORM.formatted(again, safe(token.getParameterName()), safe(token.getToken()), USER, PASSWORD);
    }

    private void consent(HttpServletRequest request, HttpServletResponse response) throws IOException {
        RegisteredClient client = this.clients.findByClientId(parameter(request, "client_id"));
        if (client == null) {
            response.sendError(HttpServletResponse.SC_BAD_REQUEST);
            return;
        }
        OAuth2AuthorizationConsent before = this.consents.findById(client.getId(), request.getRemoteUser());
        Set<String> agreed = (before != null) ? before.getScopes() : Set.of();
        String scopes = Arrays.stream(parameter(request, "scope").split(" "))
                .map(scope -> (agreed.contains(scope) ? OLD_SCOPE : NEW_SCOPE).formatted(safe(scope)))
                .collect(Collectors.joining());
        String id = safe(client.getClientId());
        String state = safe(parameter(request, "state"));
        page(
                response,
                "Agree",
                CONSENT_FORM.formatted(
                        safe(client.getClientName()),
                        safe(this.arrangement.resource().toString()),
                        safe(hosts(client)),
                        id,
                        state,
                        scopes,
                        id,
                        state));
    }

    private static String hosts(RegisteredClient client) {
        return client.getRedirectUris().stream()
                .map(uri -> URI.create(uri).getAuthority())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private void page(HttpServletResponse response, String title, String content) throws IOException {
        response.setContentType("text/html;charset=UTF-8");
        response.getWriter().write(PAGE.formatted(title, safe(this.arrangement.issuer()), content));
    }

    private static void style(HttpServletResponse response) throws IOException {
        try (InputStream style = Pages.class.getResourceAsStream("page.css")) {
            if (style == null) {
                response.sendError(HttpServletResponse.SC_NOT_FOUND);
                return;
            }
            response.setContentType("text/css;charset=UTF-8");
            style.transferTo(response.getOutputStream());
        }
    }

    private static String parameter(HttpServletRequest request, String name) {
        String value = request.getParameter(name);
        return (value != null) ? value : "";
    }

    private static String safe(@Nullable String text) {
        return HtmlUtils.htmlEscape((text != null) ? text : "");
    }
}
