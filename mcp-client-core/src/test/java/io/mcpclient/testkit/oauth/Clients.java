package io.mcpclient.testkit.oauth;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.Secrets;

/** The clients of a {@link ScriptedAuthorizationServer}: known, registered, or with a document of their own. */
final class Clients {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final ConcurrentMap<String, Optional<String>> secrets = new ConcurrentHashMap<>();

    private final AtomicInteger registered = new AtomicInteger();

    void add(String clientId, @Nullable String secret) {
        this.secrets.put(clientId, Optional.ofNullable(secret));
    }

    void clear() {
        this.secrets.clear();
    }

    /** An address is a client whose document says who it is; it is not read. */
    boolean knows(@Nullable String clientId) {
        return clientId != null && (this.secrets.containsKey(clientId) || clientId.startsWith("https://"));
    }

    /** Assertions are taken as they are: who wants to check one finds it in the request. */
    boolean authenticates(FormRequest request) {
        String clientId = request.clientId();
        if (!knows(clientId)) {
            return false;
        }
        Optional<String> secret = this.secrets.getOrDefault(String.valueOf(clientId), Optional.empty());
        return secret.isEmpty()
                || request.get("client_assertion") != null
                || secret.get().equals(request.clientSecret());
    }

    Reply register(RecordedRequest request) {
        if (!(request.json() instanceof ObjectNode wanted)
                || !wanted.path("redirect_uris").isArray()) {
            return ScriptedAuthorizationServer.error(400, "invalid_client_metadata");
        }
        String clientId = "registered-" + this.registered.incrementAndGet();
        boolean isPublic =
                wanted.path("token_endpoint_auth_method").asString("").equals("none");
        ObjectNode answer = wanted.deepCopy().put("client_id", clientId);
        String secret = isPublic ? null : Secrets.use("secret-" + UUID.randomUUID());
        if (secret != null) {
            answer.put("client_secret", secret).put("client_secret_expires_at", 0);
        }
        add(clientId, secret);
        return Reply.json(201, JSON.writeValueAsString(answer));
    }

    static String json(Map<String, ?> members) {
        return JSON.writeValueAsString(members);
    }
}
