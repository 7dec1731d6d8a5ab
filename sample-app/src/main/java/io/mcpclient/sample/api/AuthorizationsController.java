package io.mcpclient.sample.api;

import java.util.List;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import io.mcpclient.auth.McpAuthorizations;

/** Reports which servers wait for a user to agree; there are none where no server wants that. */
@RestController
class AuthorizationsController {

    private final ObjectProvider<McpAuthorizations> authorizations;

    AuthorizationsController(ObjectProvider<McpAuthorizations> authorizations) {
        this.authorizations = authorizations;
    }

    @GetMapping("/api/authorizations")
    List<AuthorizationView> authorizations() {
        return this.authorizations.stream()
                .flatMap(one -> one.pending().stream())
                .map(AuthorizationView::of)
                .toList();
    }
}
