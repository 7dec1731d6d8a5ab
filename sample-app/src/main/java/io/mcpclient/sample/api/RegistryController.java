package io.mcpclient.sample.api;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

import io.mcpclient.McpClient;
import io.mcpclient.spring.McpServers;

/**
 * Adds servers from the registry of {@code mcp.registry}. The body has {@code reference}, such as {@code com.example/voyages@1.0.0},
 * {@code inputs}, an object of texts, and for a command the {@code consent} of the preview.
 */
@RestController
class RegistryController {

    private final McpServers servers;

    private final Arguments arguments = new Arguments();

    RegistryController(McpServers servers) {
        this.servers = servers;
    }

    /** Shows what would be contacted or run, and the inputs. Adds nothing. */
    @PostMapping("/api/registry/preview")
    McpServers.Preview preview(HttpServletRequest request) throws IOException {
        Map<String, Object> properties = properties(request);
        return this.servers.preview(name(properties), properties);
    }

    /** Adds the server, which is found and connected in the background. */
    @PostMapping("/api/registry/servers")
    @ResponseStatus(HttpStatus.CREATED)
    ServerView add(HttpServletRequest request) throws IOException {
        Map<String, Object> properties = properties(request);
        McpClient client = this.servers.add(name(properties), properties);
        return ServerView.of(client.status(), 0);
    }

    /** Only values are taken from the request, not the keys of a server: one of them runs programs. */
    private Map<String, Object> properties(HttpServletRequest request) throws IOException {
        Map<String, Object> body = this.arguments.read(request);
        Map<String, Object> properties = new LinkedHashMap<>();
        if (!(body.get("reference") instanceof String reference) || !reference.contains("/")) {
            throw new InvalidArgumentsException("The reference must be a text such as com.example/voyages@1.0.0");
        }
        properties.put("registry", reference);
        if (body.get("inputs") instanceof Map<?, ?> inputs) {
            inputs.forEach((input, value) -> properties.put("inputs[" + input + "]", String.valueOf(value)));
        }
        if (body.get("consent") instanceof String consent) {
            properties.put("consent", consent);
        }
        return properties;
    }

    private static String name(Map<String, Object> properties) {
        String reference = String.valueOf(properties.get("registry"));
        return reference.substring(reference.lastIndexOf('/') + 1).replaceFirst("@.*", "");
    }
}
