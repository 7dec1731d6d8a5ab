package io.mcpclient.skills;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.extension.McpExtension;
import io.mcpclient.extension.McpExtensionContext;
import io.mcpclient.extension.McpExtensionMethod;
import io.mcpclient.schema.McpExtensions;
import io.mcpclient.settings.McpHttpSettings;
import io.mcpclient.settings.McpProcessSettings;
import io.mcpclient.store.InMemoryMcpStore;
import io.mcpclient.store.McpStore;

/**
 * The extension {@code io.modelcontextprotocol/skills}, with its settings, for {@link io.mcpclient.McpClientBuilder#extension}.
 * Immutable; one instance may serve several clients, which then share the store of approvals.
 */
public final class McpSkillsExtension implements McpExtension<McpSkills, ReactiveMcpSkills> {

    private final McpSkillSettings settings;

    private final @Nullable ReactiveMcpSkillApproval approval;

    private final McpStore store;

    private final List<McpSkillListener> listeners;

    private McpSkillsExtension(
            McpSkillSettings settings,
            @Nullable ReactiveMcpSkillApproval approval,
            McpStore store,
            List<McpSkillListener> listeners) {
        this.settings = settings;
        this.approval = approval;
        this.store = store;
        this.listeners = List.copyOf(listeners);
    }

    /**
     * Returns the extension without an approval, with a store in memory.
     * @param settings limits and policies
     * @return the extension
     */
    public static McpSkillsExtension of(McpSkillSettings settings) {
        return new McpSkillsExtension(settings, null, new InMemoryMcpStore(), List.of());
    }

    /**
     * Returns a copy with other settings.
     * @param settings limits and policies
     * @return the copy
     */
    public McpSkillsExtension withSettings(McpSkillSettings settings) {
        return new McpSkillsExtension(settings, this.approval, this.store, this.listeners);
    }

    /**
     * Returns a copy that asks about loads. It is not asked while the policy is {@link McpSkillApprovalPolicy#NONE}, the default.
     * @param approval decides on loads, may block
     * @return the copy
     */
    public McpSkillsExtension withApproval(McpSkillApproval approval) {
        return withReactiveApproval(ReactiveMcpSkillApproval.of(approval));
    }

    /**
     * Returns a copy that asks about loads, see {@link #withApproval}.
     * @param approval decides on loads
     * @return the copy
     */
    public McpSkillsExtension withReactiveApproval(ReactiveMcpSkillApproval approval) {
        return new McpSkillsExtension(this.settings, approval, this.store, this.listeners);
    }

    /**
     * Returns a copy with another store for approvals.
     * @param store the store, by default one in memory, whose content is lost when the process ends
     * @return the copy
     */
    public McpSkillsExtension withStore(McpStore store) {
        return new McpSkillsExtension(this.settings, this.approval, store, this.listeners);
    }

    /**
     * Returns a copy with one more listener.
     * @param listener receives changes, decisions and failed verifications
     * @return the copy
     */
    public McpSkillsExtension withListener(McpSkillListener listener) {
        List<McpSkillListener> all = new ArrayList<>(this.listeners);
        all.add(listener);
        return new McpSkillsExtension(this.settings, this.approval, this.store, all);
    }

    @Override
    public String identifier() {
        return McpExtensions.SKILLS;
    }

    @Override
    public Class<McpSkills> type() {
        return McpSkills.class;
    }

    @Override
    public Class<ReactiveMcpSkills> reactiveType() {
        return ReactiveMcpSkills.class;
    }

    @Override
    public List<McpExtensionMethod> methods() {
        return List.of(
                McpExtensionMethod.reading(SkillMethods.LIST),
                McpExtensionMethod.reading(SkillMethods.GET),
                McpExtensionMethod.reading(SkillMethods.READ_DIRECTORY)
                        .withRequiredSetting(SkillMethods.DIRECTORY_READ));
    }

    @Override
    public ReactiveMcpSkills create(McpExtensionContext context) {
        if (this.settings.approval() != McpSkillApprovalPolicy.NONE && this.approval == null) {
            throw new McpConfigurationException(
                    context.serverName(),
                    "skills.approval",
                    "is " + this.settings.approval() + ", but there is nobody to ask",
                    "Define an McpSkillApproval, or set it to NONE.");
        }
        ApprovalBook book = new ApprovalBook(
                context.serverName(), address(context), this.store, this.settings.approvalTimeToLive(), context.time());
        return new DefaultReactiveMcpSkills(context, this.settings, this.approval, book, this.listeners);
    }

    /** A server at another address is another one, whatever its name. */
    private static String address(McpExtensionContext context) {
        if (context.settings().endpoint() instanceof McpHttpSettings http) {
            URI url = http.url();
            return String.valueOf(url);
        }
        return (context.settings().endpoint() instanceof McpProcessSettings process)
                ? process.command() + " " + String.join(" ", process.args())
                : "";
    }

    @Override
    public McpSkills blocking(ReactiveMcpSkills reactive, McpExtensionContext context) {
        return new DefaultMcpSkills(reactive, context);
    }
}
