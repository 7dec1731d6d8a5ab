package io.mcpclient.autoconfigure.actuate;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.util.StringUtils;

import io.mcpclient.text.KnownNames;
import io.mcpclient.text.SafeText;

/**
 * Web responses that differ from those of the endpoint itself. An operation on a server that does not exist returns 404
 * instead of 204. An operation that is unknown or refused returns 400 with a body that says why, instead of an empty body.
 */
@EndpointWebExtension(endpoint = McpEndpoint.class)
final class McpEndpointWebExtension {

    private static final List<String> OPERATIONS = Arrays.stream(McpEndpoint.Operation.values())
            .map(operation -> operation.name().toLowerCase(Locale.ROOT))
            .toList();

    private final McpEndpoint endpoint;

    McpEndpointWebExtension(McpEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    @WriteOperation
    WebEndpointResponse<Object> operate(
            @Selector String server, @Nullable String operation, @Nullable String tool, @Nullable String fingerprint) {
        McpEndpoint.Operation known = known(operation);
        if (known == null) {
            return refused(refusal(operation));
        }
        return response(() -> this.endpoint.operate(server, known, tool, fingerprint));
    }

    @WriteOperation
    WebEndpointResponse<Object> reload() {
        return response(this.endpoint::reload);
    }

    private static WebEndpointResponse<Object> response(Supplier<@Nullable Object> operation) {
        try {
            Object result = operation.get();
            return (result != null)
                    ? new WebEndpointResponse<>(result)
                    : new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
        } catch (InvalidEndpointRequestException ex) {
            return refused(String.valueOf(ex.getReason()));
        }
    }

    private static WebEndpointResponse<Object> refused(String why) {
        return new WebEndpointResponse<>(
                OperationResponseBody.of(Map.of("error", why)), WebEndpointResponse.STATUS_BAD_REQUEST);
    }

    /** Converts the operation with the same leniency about case as the endpoint itself. */
    private static McpEndpoint.@Nullable Operation known(@Nullable String operation) {
        try {
            return ApplicationConversionService.getSharedInstance().convert(operation, McpEndpoint.Operation.class);
        } catch (ConversionFailedException ex) {
            return null;
        }
    }

    private static String refusal(@Nullable String operation) {
        String problem = StringUtils.hasText(operation)
                ? "There is no operation \"" + SafeText.excerpt(operation) + "\". "
                : "The member operation is missing. ";
        return problem + KnownNames.remedy("operations", String.valueOf(operation), OPERATIONS);
    }
}
