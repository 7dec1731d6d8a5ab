package io.mcpclient.sample.embedded.stateless;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Profile;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP mapping of the server {@code vault}. Access is checked by a filter. */
@RestController
@Profile("secured")
class VaultController {

    private final Endpoint endpoint;

    VaultController(ObjectProvider<ObservationRegistry> registry) {
        this.endpoint = new Endpoint("vault", new VaultServer()::answer, registry);
    }

    @PostMapping("/servers/vault/mcp")
    Object post(HttpServletRequest http, HttpServletResponse response) throws IOException {
        return this.endpoint.post(http, response);
    }
}
