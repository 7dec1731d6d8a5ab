package io.mcpclient.sample.api;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

import io.mcpclient.sample.secured.authorization.AuthorizationServer;
import io.mcpclient.sample.secured.authorization.Ledger;

/**
 * Reports the counters of the authorization server of the profile {@code secured}, and expires or revokes its tokens, to
 * demonstrate how clients handle that.
 */
@RestController
class AuthorizationServerController {

    private final ObjectProvider<AuthorizationServer> server;

    AuthorizationServerController(ObjectProvider<AuthorizationServer> server) {
        this.server = server;
    }

    /**
     * The authorization server and its numbers.
     *
     * @param server name of the server that it issues tokens for
     * @param issuer its identifier
     * @param ledger what it has done
     * @param validTokens access tokens that are good for something now
     */
    record View(String server, String issuer, Ledger.Entry ledger, int validTokens) {}

    /** Reports the authorization server, or 204 if there is none. */
    @GetMapping("/api/authorization-server")
    ResponseEntity<View> authorizationServer() {
        AuthorizationServer present = this.server.getIfAvailable();
        return (present == null)
                ? ResponseEntity.noContent().build()
                : ResponseEntity.ok(new View("vault", present.issuer(), present.ledger(), present.validTokens()));
    }

    @PostMapping("/api/authorization-server/expire")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void expire() {
        present().expireAccessTokens();
    }

    @PostMapping("/api/authorization-server/revoke")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void revoke() {
        present().revokeGrants();
    }

    private AuthorizationServer present() {
        AuthorizationServer present = this.server.getIfAvailable();
        if (present == null) {
            throw new NotFoundException("There is no authorization server: see the profile secured");
        }
        return present;
    }
}
