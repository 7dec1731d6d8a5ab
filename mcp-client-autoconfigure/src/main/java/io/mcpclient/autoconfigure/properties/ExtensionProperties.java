package io.mcpclient.autoconfigure.properties;

import java.time.Duration;
import java.util.Set;

import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Extensions of the protocol, which are off until an application enables them.
 *
 * @param skills Skills of servers: instructions for models.
 * @param apps MCP Apps: views of tools, which the application shows.
 */
public record ExtensionProperties(
        @DefaultValue Skills skills, @DefaultValue Apps apps) {

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

    /**
     * MCP Apps: views of tools, which the application shows.
     *
     * @param enabled Whether clients declare to servers that the application shows views of tools.
     * @param localDomains Whether views may use http and ws for this machine, for development.
     * @param permissions Permissions that are granted to views that request them.
     * @param allowedHashes Hashes of the only documents that are shown. Any document is, by default.
     * @param blockedHashes Hashes of documents that are not shown.
     * @param resources Resources that a view may read at its own server.
     * @param maxDocumentSize Maximum size of the document of a view. Larger ones are not shown.
     */
    public record Apps(
            boolean enabled,
            boolean localDomains,
            @DefaultValue Set<Permission> permissions,
            @DefaultValue Set<String> allowedHashes,
            @DefaultValue Set<String> blockedHashes,
            @DefaultValue("all-of-server") Resources resources,
            @DefaultValue("2MB") DataSize maxDocumentSize) {}

    /** A permission that a view can request. */
    public enum Permission {

        /** Access to the camera. */
        CAMERA,

        /** Access to the microphone. */
        MICROPHONE,

        /** Access to the location. */
        GEOLOCATION,

        /** Writing to the clipboard. */
        CLIPBOARD_WRITE
    }

    /** Resources that a view may read at its own server. */
    public enum Resources {

        /** None. */
        NONE,

        /** Those whose scheme is ui, and those in the server's list of resources. */
        UI_AND_LISTED,

        /** Each resource of the server. */
        ALL_OF_SERVER
    }
}
