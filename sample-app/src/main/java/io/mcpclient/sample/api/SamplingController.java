package io.mcpclient.sample.api;

import java.io.IOException;
import java.util.List;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

import io.mcpclient.sample.dialog.SamplingConsent;

/** Lists the servers' requests to the model that wait for the user's consent, and accepts the decisions. */
@RestController
class SamplingController {

    private final SamplingConsent consent;

    private final Arguments arguments = new Arguments();

    SamplingController(SamplingConsent consent) {
        this.consent = consent;
    }

    @GetMapping("/api/sampling")
    List<SamplingConsent.Pending> pending() {
        return this.consent.pending();
    }

    @PostMapping("/api/sampling/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void decide(@PathVariable("id") String id, HttpServletRequest request) throws IOException {
        boolean isApproved =
                switch (String.valueOf(this.arguments.read(request).get("decision"))) {
                    case "approve" -> true;
                    case "deny" -> false;
                    default -> throw new InvalidArgumentsException("The decision must be approve or deny");
                };
        if (!this.consent.respond(id, isApproved)) {
            throw new NotFoundException("No request waits for consent under this id");
        }
    }
}
