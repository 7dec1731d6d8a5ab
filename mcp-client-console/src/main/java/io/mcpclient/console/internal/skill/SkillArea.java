package io.mcpclient.console.internal.skill;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.mcpclient.McpClients;
import io.mcpclient.call.McpCallOptions;
import io.mcpclient.console.internal.json.InvalidRequestException;
import io.mcpclient.console.internal.web.Area;
import io.mcpclient.console.internal.web.Clients;
import io.mcpclient.console.internal.web.ConsoleRequest;
import io.mcpclient.skills.McpRegisteredSkill;
import io.mcpclient.skills.McpSkill;
import io.mcpclient.skills.McpSkillContent;
import io.mcpclient.skills.McpSkillFile;
import io.mcpclient.skills.McpSkillManifest;
import io.mcpclient.skills.McpSkillRegistry;
import io.mcpclient.skills.McpSkills;

/**
 * Requests of the page about skills. Files are read for review: nothing is loaded for a model, and nothing is approved. Reading and
 * listing wait for the server, within the deadline of the client.
 */
public final class SkillArea implements Area {

    private static final int MAX_FILES = 1000;

    private final McpSkillRegistry registry;

    private final Clients clients;

    /**
     * Creates the area.
     * @param registry all skills
     * @param clients all clients
     */
    public SkillArea(McpSkillRegistry registry, McpClients clients) {
        this.registry = registry;
        this.clients = new Clients(clients);
    }

    /**
     * All skills.
     *
     * @param skills skills, invalid ones included
     * @param problems why the list of a server is missing, outdated or incomplete, by the name of the server
     */
    record Skills(List<SkillView> skills, Map<String, String> problems) {}

    /**
     * A skill. Texts are untrusted texts of the server.
     *
     * @param server configured name of the server
     * @param uri URI of the {@code SKILL.md}
     * @param name name at the server, empty for an invalid entry
     * @param description what it is for
     * @param state whether it can be loaded
     * @param reason why it cannot be loaded, or {@code null}
     * @param available whether the server responded to the last list
     * @param fingerprint digest of its manifest, {@code null} without one
     * @param files its files, at most 1,000; {@code null} without a manifest
     */
    record SkillView(
            String server,
            String uri,
            String name,
            String description,
            String state,
            @Nullable String reason,
            boolean available,
            @Nullable String fingerprint,
            @Nullable List<McpSkillFile> files) {

        static SkillView of(McpRegisteredSkill one) {
            McpSkill skill = one.skill();
            McpSkillManifest manifest = (skill != null) ? skill.manifest() : null;
            return new SkillView(
                    one.server(),
                    one.uri(),
                    one.name(),
                    one.description(),
                    one.state().name(),
                    one.reason(),
                    one.available(),
                    (manifest != null) ? manifest.fingerprint() : null,
                    (manifest != null)
                            ? manifest.files().stream().limit(MAX_FILES).toList()
                            : null);
        }
    }

    /** Names a skill; with a file, that one is read, otherwise its instructions. */
    record Target(
            @Nullable String server,
            @Nullable String uri,
            @Nullable String file) {}

    /**
     * A file for review.
     *
     * @param uri its URI
     * @param text text with visible codes for characters that cannot be seen, {@code null} for other content
     * @param size bytes
     * @param verified whether it has the size and the digest of the manifest
     * @param hidden whether a reader of the rendered text would miss parts of it
     */
    record Content(String uri, @Nullable String text, int size, boolean verified, boolean hidden) {}

    @Override
    public void addTo(Requests requests) {
        requests.get("skills", request -> skills())
                .post("skills/refresh", request -> refresh())
                .post("skills/read", request -> read(request.body(Target.class)));
    }

    private Skills skills() {
        return new Skills(
                this.registry.snapshot().skills().stream().map(SkillView::of).toList(),
                this.registry.snapshot().problems());
    }

    private Skills refresh() {
        this.registry.refresh();
        return skills();
    }

    private Content read(Target target) {
        McpSkill skill = find(target);
        McpSkills skills = this.clients.get(skill.server()).extension(McpSkills.class);
        McpCallOptions options = McpCallOptions.defaults();
        McpSkillContent content = (target.file() != null)
                ? skills.preview(skill, target.file(), options)
                : skills.preview(skill, options);
        return new Content(
                content.uri(), content.revealedText(), content.size(), content.isVerified(), content.hasHiddenText());
    }

    private McpSkill find(Target target) {
        return this.registry
                .snapshot()
                .find(ConsoleRequest.required("server", target.server()), ConsoleRequest.required("uri", target.uri()))
                .map(McpRegisteredSkill::skill)
                .orElseThrow(() -> InvalidRequestException.notFound("There is no such skill that can be read."));
    }
}
