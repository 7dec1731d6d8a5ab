package io.mcpclient.sample.api;

import java.util.List;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

import io.mcpclient.McpClients;
import io.mcpclient.auth.McpAuthorizations;

/** Lists pending authorizations of users, and logs out. The list is empty if no server requires authorization. */
@RestController
class AuthorizationsController {

    private final ObjectProvider<McpAuthorizations> authorizations;

    private final McpClients clients;

    AuthorizationsController(ObjectProvider<McpAuthorizations> authorizations, McpClients clients) {
        this.authorizations = authorizations;
        this.clients = clients;
    }

    @GetMapping("/api/authorizations")
    List<AuthorizationView> authorizations() {
        return this.authorizations.stream()
                .flatMap(one -> one.pending().stream())
                .map(AuthorizationView::of)
                .toList();
    }

    /** Revokes the tokens for a server. */
    @PostMapping("/api/authorizations/{server}/logout")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void logout(@PathVariable("server") String server) {
        this.clients
                .find(server)
                .orElseThrow(() -> new NotFoundException("There is no server of this name"))
                .session()
                .logout();
    }
}
