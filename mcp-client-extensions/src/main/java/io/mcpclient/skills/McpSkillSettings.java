package io.mcpclient.skills;

import java.time.Duration;

import io.mcpclient.error.McpConfigurationException;

/**
 * Limits and policies for the skills of a server. Immutable.
 *
 * @param maxPages maximum number of pages of a list, at least 1
 * @param maxSkills maximum number of entries of a list, at least 1
 * @param maxListSize maximum size of all pages of a list in bytes, at least 1
 * @param maxFiles maximum number of files of a skill, at least 512
 * @param maxSkillSize maximum sum of the sizes of a skill's files in bytes, at least 16,777,216
 * @param maxCacheSize maximum size of verified files cached in memory, in bytes; 0 for no cache
 * @param maxTextLength maximum number of characters of a file that a model gets, at least 1000
 * @param maxCatalogLength maximum number of characters of the catalog for models, at least 1000
 * @param dynamic whether skills without a manifest are loaded; their content cannot be verified
 * @param approval which loads need approval
 * @param approvalTimeout maximum time to wait for a decision, positive
 * @param approvalTimeToLive how long an approval is remembered, positive
 */
public record McpSkillSettings(
        int maxPages,
        int maxSkills,
        int maxListSize,
        int maxFiles,
        long maxSkillSize,
        long maxCacheSize,
        int maxTextLength,
        int maxCatalogLength,
        boolean dynamic,
        McpSkillApprovalPolicy approval,
        Duration approvalTimeout,
        Duration approvalTimeToLive) {

    private static final McpSkillSettings DEFAULTS = new McpSkillSettings(
            100,
            1000,
            16_777_216,
            512,
            16_777_216,
            8_388_608,
            100_000,
            20_000,
            false,
            McpSkillApprovalPolicy.NONE,
            Duration.ofMinutes(5),
            Duration.ofDays(365));

    /**
     * Checks the values.
     * @throws McpConfigurationException if one is out of its range; it names the property
     */
    public McpSkillSettings {
        atLeast("skills.max-pages", maxPages, 1);
        atLeast("skills.max-skills", maxSkills, 1);
        atLeast("skills.max-list-size", maxListSize, 1);
        atLeast("skills.max-files", maxFiles, 512);
        atLeast("skills.max-skill-size", maxSkillSize, 16_777_216);
        atLeast("skills.max-cache-size", maxCacheSize, 0);
        atLeast("skills.max-text-length", maxTextLength, 1000);
        atLeast("skills.max-catalog-length", maxCatalogLength, 1000);
        positive("skills.approval-timeout", approvalTimeout);
        positive("skills.approval-time-to-live", approvalTimeToLive);
    }

    private static void atLeast(String property, long value, long least) {
        if (value < least) {
            throw new McpConfigurationException("", property, "is " + value, "Use at least " + least + ".");
        }
    }

    private static void positive(String property, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new McpConfigurationException("", property, "is " + value, "Use a positive duration.");
        }
    }

    /**
     * Returns the defaults: 100 pages, 1000 skills and 16 MiB per list, 512 files and 16 MiB per skill, 8 MiB of cache, 100,000 characters
     * per file and 20,000 per catalog for models, no dynamic skills, no approval; a decision within 5 minutes, remembered for a year.
     * @return the settings
     */
    public static McpSkillSettings defaults() {
        return DEFAULTS;
    }

    /**
     * Returns a copy with the given value.
     * @param maxPages maximum number of pages of a list, at least 1
     * @return the copy
     */
    public McpSkillSettings withMaxPages(int maxPages) {
        return new McpSkillSettings(
                maxPages,
                this.maxSkills,
                this.maxListSize,
                this.maxFiles,
                this.maxSkillSize,
                this.maxCacheSize,
                this.maxTextLength,
                this.maxCatalogLength,
                this.dynamic,
                this.approval,
                this.approvalTimeout,
                this.approvalTimeToLive);
    }

    /**
     * Returns a copy with the given value.
     * @param maxSkills maximum number of entries of a list, at least 1
     * @return the copy
     */
    public McpSkillSettings withMaxSkills(int maxSkills) {
        return new McpSkillSettings(
                this.maxPages,
                maxSkills,
                this.maxListSize,
                this.maxFiles,
                this.maxSkillSize,
                this.maxCacheSize,
                this.maxTextLength,
                this.maxCatalogLength,
                this.dynamic,
                this.approval,
                this.approvalTimeout,
                this.approvalTimeToLive);
    }

    /**
     * Returns a copy with the given value.
     * @param maxListSize maximum size of all pages of a list in bytes, at least 1
     * @return the copy
     */
    public McpSkillSettings withMaxListSize(int maxListSize) {
        return new McpSkillSettings(
                this.maxPages,
                this.maxSkills,
                maxListSize,
                this.maxFiles,
                this.maxSkillSize,
                this.maxCacheSize,
                this.maxTextLength,
                this.maxCatalogLength,
                this.dynamic,
                this.approval,
                this.approvalTimeout,
                this.approvalTimeToLive);
    }

    /**
     * Returns a copy with the given value.
     * @param maxFiles maximum number of files of a skill, at least 512
     * @return the copy
     */
    public McpSkillSettings withMaxFiles(int maxFiles) {
        return new McpSkillSettings(
                this.maxPages,
                this.maxSkills,
                this.maxListSize,
                maxFiles,
                this.maxSkillSize,
                this.maxCacheSize,
                this.maxTextLength,
                this.maxCatalogLength,
                this.dynamic,
                this.approval,
                this.approvalTimeout,
                this.approvalTimeToLive);
    }

    /**
     * Returns a copy with the given value.
     * @param maxSkillSize maximum sum of the sizes of a skill's files in bytes, at least 16,777,216
     * @return the copy
     */
    public McpSkillSettings withMaxSkillSize(long maxSkillSize) {
        return new McpSkillSettings(
                this.maxPages,
                this.maxSkills,
                this.maxListSize,
                this.maxFiles,
                maxSkillSize,
                this.maxCacheSize,
                this.maxTextLength,
                this.maxCatalogLength,
                this.dynamic,
                this.approval,
                this.approvalTimeout,
                this.approvalTimeToLive);
    }

    /**
     * Returns a copy with the given value.
     * @param maxCacheSize maximum size of verified files cached in memory, in bytes; 0 for no cache
     * @return the copy
     */
    public McpSkillSettings withMaxCacheSize(long maxCacheSize) {
        return new McpSkillSettings(
                this.maxPages,
                this.maxSkills,
                this.maxListSize,
                this.maxFiles,
                this.maxSkillSize,
                maxCacheSize,
                this.maxTextLength,
                this.maxCatalogLength,
                this.dynamic,
                this.approval,
                this.approvalTimeout,
                this.approvalTimeToLive);
    }

    /**
     * Returns a copy with the given value.
     * @param maxTextLength maximum number of characters of a file that a model gets, at least 1000
     * @return the copy
     */
    public McpSkillSettings withMaxTextLength(int maxTextLength) {
        return new McpSkillSettings(
                this.maxPages,
                this.maxSkills,
                this.maxListSize,
                this.maxFiles,
                this.maxSkillSize,
                this.maxCacheSize,
                maxTextLength,
                this.maxCatalogLength,
                this.dynamic,
                this.approval,
                this.approvalTimeout,
                this.approvalTimeToLive);
    }

    /**
     * Returns a copy with the given value.
     * @param maxCatalogLength maximum number of characters of the catalog for models, at least 1000
     * @return the copy
     */
    public McpSkillSettings withMaxCatalogLength(int maxCatalogLength) {
        return new McpSkillSettings(
                this.maxPages,
                this.maxSkills,
                this.maxListSize,
                this.maxFiles,
                this.maxSkillSize,
                this.maxCacheSize,
                this.maxTextLength,
                maxCatalogLength,
                this.dynamic,
                this.approval,
                this.approvalTimeout,
                this.approvalTimeToLive);
    }

    /**
     * Returns a copy with the given value.
     * @param dynamic whether skills without a manifest are loaded; their content cannot be verified
     * @return the copy
     */
    public McpSkillSettings withDynamic(boolean dynamic) {
        return new McpSkillSettings(
                this.maxPages,
                this.maxSkills,
                this.maxListSize,
                this.maxFiles,
                this.maxSkillSize,
                this.maxCacheSize,
                this.maxTextLength,
                this.maxCatalogLength,
                dynamic,
                this.approval,
                this.approvalTimeout,
                this.approvalTimeToLive);
    }

    /**
     * Returns a copy with the given value.
     * @param approval which loads need approval
     * @return the copy
     */
    public McpSkillSettings withApproval(McpSkillApprovalPolicy approval) {
        return new McpSkillSettings(
                this.maxPages,
                this.maxSkills,
                this.maxListSize,
                this.maxFiles,
                this.maxSkillSize,
                this.maxCacheSize,
                this.maxTextLength,
                this.maxCatalogLength,
                this.dynamic,
                approval,
                this.approvalTimeout,
                this.approvalTimeToLive);
    }

    /**
     * Returns a copy with the given value.
     * @param approvalTimeout maximum time to wait for a decision, positive
     * @return the copy
     */
    public McpSkillSettings withApprovalTimeout(Duration approvalTimeout) {
        return new McpSkillSettings(
                this.maxPages,
                this.maxSkills,
                this.maxListSize,
                this.maxFiles,
                this.maxSkillSize,
                this.maxCacheSize,
                this.maxTextLength,
                this.maxCatalogLength,
                this.dynamic,
                this.approval,
                approvalTimeout,
                this.approvalTimeToLive);
    }

    /**
     * Returns a copy with the given value.
     * @param approvalTimeToLive how long an approval is remembered, positive
     * @return the copy
     */
    public McpSkillSettings withApprovalTimeToLive(Duration approvalTimeToLive) {
        return new McpSkillSettings(
                this.maxPages,
                this.maxSkills,
                this.maxListSize,
                this.maxFiles,
                this.maxSkillSize,
                this.maxCacheSize,
                this.maxTextLength,
                this.maxCatalogLength,
                this.dynamic,
                this.approval,
                this.approvalTimeout,
                approvalTimeToLive);
    }
}
