package io.mcpclient.sample.embedded.stateless;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import io.micrometer.observation.ObservationRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Profile;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** HTTP mapping of the server {@code travel}. */
@RestController
@Profile("!bare")
class TravelController {

    private final Endpoint endpoint;

    TravelController(TravelServer server, ObjectProvider<ObservationRegistry> registry) {
        this.endpoint = new Endpoint("travel", server::answer, registry);
    }

    @PostMapping("/servers/travel/mcp")
    Object post(HttpServletRequest http, HttpServletResponse response) throws IOException {
        return this.endpoint.post(http, response);
    }
}
