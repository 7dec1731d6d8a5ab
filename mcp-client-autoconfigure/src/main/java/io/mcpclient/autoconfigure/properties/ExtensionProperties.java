package io.mcpclient.autoconfigure.properties;

import java.time.Duration;

import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Extensions of the protocol, which are off until an application enables them.
 *
 * @param skills Skills of servers: instructions for models.
 */
public record ExtensionProperties(@DefaultValue Skills skills) {

    /**
     * Skills of servers: instructions for models.
     *
     * @param enabled Whether clients use the skills of servers, and models may load them.
     * @param approval Loads of skills that need approval by an McpSkillApproval bean.
     * @param approvalTimeout Maximum time to wait for an approval, which does not count against the deadline of the call.
     * @param dynamic Whether skills without a manifest may be loaded. Their content cannot be verified.
     * @param maxSkills Maximum number of skills in the list of a server. Further ones are omitted.
     * @param maxSkillSize Maximum size of all files of a skill. At least 16MB.
     * @param maxTextLength Maximum length of a file that a model reads, in characters. Longer files are cut.
     */
    public record Skills(
            boolean enabled,
            @DefaultValue("none") Approval approval,
            @DefaultValue("5m") Duration approvalTimeout,
            boolean dynamic,
            @DefaultValue("1000") int maxSkills,
            @DefaultValue("16MB") DataSize maxSkillSize,
            @DefaultValue("100000") int maxTextLength) {}

    /** Which loads of skills need approval. */
    public enum Approval {

        /** No load. */
        NONE,

        /** Loads of skills that have changed since their first load, and of skills without a manifest. */
        CHANGED,

        /** Loads of all skills that were not approved before. */
        ALL
    }
}
