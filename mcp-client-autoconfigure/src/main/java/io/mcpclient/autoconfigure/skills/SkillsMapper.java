package io.mcpclient.autoconfigure.skills;

import java.util.Locale;

import io.mcpclient.autoconfigure.properties.ExtensionProperties;
import io.mcpclient.autoconfigure.properties.ExtensionProperties.Skills;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.skills.McpSkillApprovalPolicy;
import io.mcpclient.skills.McpSkillSettings;

/** Maps {@code mcp.extensions.skills}. */
final class SkillsMapper {

    private static final String ALL_SERVERS = "";

    private static final String PREFIX = "mcp.extensions.";

    private SkillsMapper() {}

    static McpSkillSettings map(Skills skills) {
        try {
            return McpSkillSettings.defaults()
                    .withApproval(
                            McpSkillApprovalPolicy.valueOf(skills.approval().name()))
                    .withApprovalTimeout(skills.approvalTimeout())
                    .withDynamic(skills.dynamic())
                    .withMaxSkills(skills.maxSkills())
                    .withMaxSkillSize(skills.maxSkillSize().toBytes())
                    .withMaxTextLength(skills.maxTextLength());
        } catch (McpConfigurationException ex) {
            String property = ex.property();
            String problem = ex.problem();
            throw new McpConfigurationException(
                    ALL_SERVERS,
                    PREFIX + property,
                    problem.startsWith(property)
                            ? problem.substring(property.length()).trim()
                            : problem,
                    String.valueOf(ex.remedy()));
        }
    }

    /** Rejects a policy for which a bean would have to approve. */
    static void requireNoApproval(Skills skills) {
        if (skills.approval() != ExtensionProperties.Approval.NONE) {
            throw new McpConfigurationException(
                    ALL_SERVERS,
                    PREFIX + "skills.approval",
                    "is " + skills.approval().name().toLowerCase(Locale.ROOT) + ", but there is no approval to ask",
                    "Add a bean of type McpSkillApproval or ReactiveMcpSkillApproval, or set it to none.");
        }
    }
}
