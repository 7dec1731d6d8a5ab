package io.mcpclient.skills;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.mcpclient.McpClient;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.skills.SkillServer.Era;
import io.mcpclient.testkit.Invariants;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** A server that can lie, and the client of it. */
abstract class SkillFixture {

    static final String RETURNS = "skill://shop/returns/SKILL.md";

    static final String LETTER = "skill://shop/returns/forms/letter.md";

    @RegisterExtension
    final Invariants invariants = Invariants.ofEachTest();

    private final List<SkillServer> servers = new ArrayList<>();

    final List<String> failures = new ArrayList<>();

    final SkillServer server = server(Era.MODERN);

    @Nullable
    McpClient client;

    SkillServer server(Era era) {
        SkillServer created = new SkillServer(era);
        this.servers.add(created);
        return created;
    }

    McpSkills skills() {
        return skills(this.server, McpSkillSettings.defaults());
    }

    McpSkills skills(McpSkillSettings settings) {
        return skills(this.server, settings);
    }

    McpSkills skills(SkillServer of, McpSkillSettings settings) {
        McpSkillListener listener = new McpSkillListener() {
            @Override
            public void onVerificationFailed(String name, String uri, String problem) {
                SkillFixture.this.failures.add(uri);
            }
        };
        McpClient built = this.invariants.build(
                of.builder("shop").extension(McpSkillsExtension.of(settings).withListener(listener)));
        this.client = built;
        return built.extension(McpSkills.class);
    }

    @AfterEach
    void close() {
        if (this.client != null) {
            this.client.close();
        }
        this.servers.forEach(SkillServer::close);
    }

    static McpProtocolException broken(Runnable work) {
        return catchThrowableOfType(McpProtocolException.class, work::run);
    }
}
