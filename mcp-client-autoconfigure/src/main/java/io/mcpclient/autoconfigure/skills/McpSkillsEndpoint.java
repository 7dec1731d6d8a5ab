package io.mcpclient.autoconfigure.skills;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

import io.mcpclient.McpClients;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.skills.McpRegisteredSkill;
import io.mcpclient.skills.McpSkill;
import io.mcpclient.skills.McpSkillCollision;
import io.mcpclient.skills.McpSkillManifest;
import io.mcpclient.skills.McpSkillRegistry;
import io.mcpclient.skills.McpSkillSnapshot;
import io.mcpclient.skills.McpSkills;

/**
 * Endpoint that shows the skills of servers, never the content of a file, and approves a manifest for the application. Reading sends no
 * request to a server. Operations are available if {@code management.endpoint.mcpskills.access} is {@code unrestricted}.
 *
 * <pre>
 * GET  /actuator/mcpskills
 * POST /actuator/mcpskills
 * POST /actuator/mcpskills/shop   {"uri": "skill://shop/returns/SKILL.md", "fingerprint": "sha256:9f…"}
 * </pre>
 *
 * The second one lists the skills of all servers again.
 */
@Endpoint(id = "mcpskills", defaultAccess = Access.READ_ONLY)
final class McpSkillsEndpoint {

    private final McpSkillRegistry registry;

    private final McpClients clients;

    McpSkillsEndpoint(McpSkillRegistry registry, McpClients clients) {
        this.registry = registry;
        this.clients = clients;
    }

    /** Response about all skills; what several of them share, and why the list of a server is missing or incomplete. */
    record Skills(List<Skill> skills, List<McpSkillCollision> collisions, Map<String, String> problems)
            implements OperationResponseBody {

        static Skills of(McpSkillSnapshot snapshot) {
            return new Skills(
                    snapshot.skills().stream().map(Skill::of).toList(), snapshot.collisions(), snapshot.problems());
        }
    }

    /** A skill with its origin. The fingerprint is that of its manifest, {@code null} without one. */
    record Skill(
            String server,
            String uri,
            String name,
            String description,
            String state,
            @Nullable String reason,
            boolean available,
            @Nullable String fingerprint,
            @Nullable Integer files,
            @Nullable Long size)
            implements OperationResponseBody {

        static Skill of(McpRegisteredSkill registered) {
            McpSkill skill = registered.skill();
            McpSkillManifest manifest = (skill != null) ? skill.manifest() : null;
            return new Skill(
                    registered.server(),
                    registered.uri(),
                    registered.displayName(),
                    registered.description(),
                    registered.state().name(),
                    registered.reason(),
                    registered.available(),
                    (manifest != null) ? manifest.fingerprint() : null,
                    (manifest != null) ? manifest.files().size() : null,
                    (manifest != null) ? manifest.totalSize() : null);
        }
    }

    @ReadOperation
    Skills skills() {
        return Skills.of(this.registry.snapshot());
    }

    /**
     * Lists the skills of all servers again.
     * @return the skills afterwards
     */
    @WriteOperation
    Skills refresh() {
        return Skills.of(this.registry.refresh());
    }

    /**
     * Approves the manifest of a skill on behalf of the application.
     * @param server name of the server
     * @param uri URI of the skill
     * @param fingerprint fingerprint of the manifest that was reviewed
     * @return the skills afterwards
     */
    @WriteOperation
    Skills approve(@Selector String server, String uri, String fingerprint) {
        McpSkill skill = this.registry
                .snapshot()
                .find(server, uri)
                .map(McpRegisteredSkill::skill)
                .orElse(null);
        McpSkillManifest manifest = (skill != null) ? skill.manifest() : null;
        if (skill == null || manifest == null || !manifest.fingerprint().equals(fingerprint)) {
            throw new InvalidEndpointRequestException(
                    "There is no such manifest to approve: server, uri and fingerprint must be those of a skill that is shown",
                    "no such manifest");
        }
        this.clients
                .find(server)
                .orElseThrow()
                .extension(McpSkills.class)
                .approve(skill, McpCallOptions.defaults().withPrincipal(McpPrincipal.APPLICATION));
        return refresh();
    }
}
