package io.mcpclient.internal.inbound;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import reactor.core.publisher.Mono;

import io.mcpclient.handler.McpUrlPreview;
import io.mcpclient.handler.ReactiveMcpElicitationHandler;
import io.mcpclient.handler.ReactiveMcpUrlElicitationHandler;
import io.mcpclient.schema.ClientCapabilities;
import io.mcpclient.schema.ElicitAction;
import io.mcpclient.schema.ElicitFormParams;
import io.mcpclient.schema.ElicitResult;
import io.mcpclient.schema.ElicitURLParams;
import io.mcpclient.schema.ProtocolRevision;
import io.mcpclient.schema.RequestedSchema;
import io.mcpclient.support.Loggers;
import io.mcpclient.text.SafeText;

/**
 * Lets a server request input from the user, by a form or a URL. Forms that the protocol forbids and URLs that are unsafe never
 * reach a handler, and responses that do not match the request never reach the server.
 *
 * @see "MCP 2025-11-25, client/elicitation (ELI-01 to ELI-03, ELI-08 to ELI-18, ELI-32, ELI-33)"
 */
final class ElicitationFeature implements ClientFeature {

    private static final Logger logger = Loggers.HANDLERS;

    /** Number of fields named in one log line. */
    private static final int NAMED = 3;

    @Override
    public ClientCapabilities declaredWith(ClientCapabilities others, McpHandlers handlers, ProtocolRevision revision) {
        boolean form = handlers.has(ReactiveMcpElicitationHandler.class);
        boolean url = handlers.has(ReactiveMcpUrlElicitationHandler.class);
        if (revision.hasUrlElicitation() && (form || url)) {
            return others.withElicitation(form, url);
        }
        return (revision.hasElicitation() && form) ? others.withFormElicitation() : others;
    }

    @Override
    public Map<String, String> handlerNames() {
        return Map.of(
                "elicitation", "a handler for elicitation",
                "elicitation.form", "a handler for elicitation",
                "elicitation.url", "a handler for elicitation by URL");
    }

    @Override
    public boolean isOffered(ClientCapabilities declared) {
        return declared.elicitation() != null;
    }

    @Override
    public Mono<Object> answer(FeatureRequest request) {
        Object named = request.plain().get("mode");
        Object mode = (named != null) ? named : "form"; // ELI-02
        ReactiveMcpElicitationHandler forms = request.handlers().get(ReactiveMcpElicitationHandler.class);
        ReactiveMcpUrlElicitationHandler urls = request.handlers().get(ReactiveMcpUrlElicitationHandler.class);
        if ("form".equals(mode) && request.declared().offersFormElicitation() && forms != null) {
            return fill(forms, request);
        }
        if ("url".equals(mode) && request.declared().offersUrlElicitation() && urls != null) {
            return visit(urls, request);
        }
        throw FeatureRequest.invalid("Elicitation mode is not supported");
    }

    private static Mono<Object> fill(ReactiveMcpElicitationHandler handler, FeatureRequest request) {
        ElicitFormParams params = request.read(ElicitFormParams.class);
        String problem = FormContent.problem(params.requestedSchema());
        if (problem != null) {
            throw FeatureRequest.invalid(problem);
        }
        PlainForm form = PlainForm.of(params.requestedSchema());
        warnOfSecrets(request.context().serverName(), form.schema());
        ElicitFormParams shown = new ElicitFormParams(
                params.mode(), params.message(), form.schema(), params.task(), params.meta(), params.extra());
        return Mono.defer(() -> handler.elicit(shown, request.context()))
                .map(result -> sendable(result, content -> FormContent.complete(form, content)));
    }

    private static Mono<Object> visit(ReactiveMcpUrlElicitationHandler handler, FeatureRequest request) {
        ElicitURLParams params = request.read(ElicitURLParams.class);
        try {
            McpUrlPreview.of(params.url());
        } catch (IllegalArgumentException ex) {
            logger.warn(
                    "MCP server \"{}\": a URL was not shown to the user: {}",
                    request.context().serverName(),
                    ex.getMessage());
            throw FeatureRequest.invalid("URL is not acceptable");
        }
        return Mono.defer(() -> handler.elicit(params, request.context()))
                .map(result -> sendable(result, content -> null));
    }

    /** Content accompanies only an accepted form (ELI-16). */
    private static Object sendable(
            ElicitResult result, UnaryOperator<@Nullable Map<String, Object>> contentOfAccepted) {
        ElicitAction action = result.action();
        if (action.equals(ElicitAction.ACCEPT)) {
            return new ElicitResult(action, contentOfAccepted.apply(result.content()), result.meta(), result.extra());
        }
        if (action.equals(ElicitAction.DECLINE) || action.equals(ElicitAction.CANCEL)) {
            return new ElicitResult(action, null, result.meta(), result.extra());
        }
        throw new InvalidResponseException("unknown action: " + SafeText.excerpt(action.value()));
    }

    /** Servers must not request secrets by a form; only a person can decide whether a form does (ELI-32). */
    private static void warnOfSecrets(String serverName, RequestedSchema form) {
        List<String> secrets = form.suspectedSecrets();
        if (!secrets.isEmpty()) {
            int more = secrets.size() - NAMED;
            logger.warn(
                    "MCP server \"{}\": a form appears to request a secret (field {}{}), which the protocol forbids",
                    serverName,
                    secrets.stream()
                            .limit(NAMED)
                            .map(name -> "\"" + SafeText.excerpt(name) + "\"")
                            .collect(Collectors.joining(", ")),
                    (more > 0) ? " and " + more + " more" : "");
        }
    }
}
