package io.mcpclient.sample.secured;

import java.util.List;
import java.util.Map;

import org.springframework.context.annotation.Profile;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import io.mcpclient.sample.secured.authorization.Arrangement;

/**
 * Publishes the protected resource metadata of the server {@code vault}.
 *
 * @see "RFC 9728"
 */
@RestController
@Profile("secured")
class VaultMetadataController {

    static final String PATH = "/.well-known/oauth-protected-resource" + SecuredConfiguration.VAULT;

    private final Arrangement arrangement;

    VaultMetadataController(Arrangement arrangement) {
        this.arrangement = arrangement;
    }

    @GetMapping(PATH)
    Map<String, Object> metadata() {
        return Map.of(
                "resource",
                this.arrangement.resource().toString(),
                "resource_name",
                "Vault",
                "authorization_servers",
                List.of(this.arrangement.issuer()),
                "scopes_supported",
                this.arrangement.scopes(),
                "bearer_methods_supported",
                List.of("header"));
    }
}
