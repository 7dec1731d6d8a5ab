package io.mcpclient.discovery;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import io.mcpclient.discovery.RemotePlans.Described;
import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpException;
import io.mcpclient.text.SafeText;

/**
 * Turns cards and registry entries into plans: fills in values, and checks everything that would be run or contacted against the settings.
 * Contacts and starts nothing itself, and does not block. Thread-safe.
 */
public final class McpServerPlanner {

    private final McpPlanSettings settings;

    private McpServerPlanner(McpPlanSettings settings) {
        this.settings = settings;
    }

    /**
     * Creates a planner.
     * @param settings what plans may contain
     * @return the planner
     */
    public static McpServerPlanner of(McpPlanSettings settings) {
        return new McpServerPlanner(settings);
    }

    /**
     * Plans to contact the server of a card.
     * @param card the card
     * @param values values of its inputs
     * @return the plan
     * @throws McpConfigurationException if values are missing or invalid; it names all of them
     * @throws McpException if the card has no usable remote, or one that is refused
     */
    public McpServerPlan plan(McpCardDocument card, McpInputValues values) {
        McpServerCard content = card.card();
        Described server = new Described(SafeText.address(card.url()), content.name(), content.version(), List.of());
        return new RemotePlans(this.settings, server, values).plan(content.remotes());
    }

    /**
     * Plans to contact the server of a registry entry, or to run its package.
     * @param entry the entry
     * @param values values of its inputs
     * @return the plan
     * @throws McpConfigurationException if values are missing or invalid; it names all of them
     * @throws McpException if the entry has no usable remote or package, or one that is refused
     */
    public McpServerPlan plan(McpRegistryEntry entry, McpInputValues values) {
        Described server = new Described(entry.registry(), entry.name(), entry.version(), entry.warnings());
        boolean isRemote = !entry.remotes().isEmpty()
                && (this.settings.preferRemotes() || entry.packages().isEmpty());
        return isRemote
                ? new RemotePlans(this.settings, server, values).plan(entry.remotes())
                : new PackagePlans(this.settings, server, values).plan(entry.packages());
    }

    /**
     * Returns the values that a plan for a card can use.
     * @param card the card
     * @return its open inputs, required and optional ones
     * @throws McpException if the card has no usable remote, or one that is refused whatever the values are
     */
    public List<McpInputRequest> inputs(McpCardDocument card) {
        Set<McpInputRequest> requests = new LinkedHashSet<>();
        try {
            plan(card, recorder(requests));
        } catch (McpConfigurationException missing) {
            // every value was requested and none was given
        }
        return List.copyOf(requests);
    }

    /**
     * Returns the values that a plan for a registry entry can use.
     * @param entry the entry
     * @return its open inputs, required and optional ones
     * @throws McpException if the entry has no usable remote or package, or one that is refused whatever the values are
     */
    public List<McpInputRequest> inputs(McpRegistryEntry entry) {
        Set<McpInputRequest> requests = new LinkedHashSet<>();
        try {
            plan(entry, recorder(requests));
        } catch (McpConfigurationException missing) {
            // every value was requested and none was given
        }
        return List.copyOf(requests);
    }

    private static McpInputValues recorder(Set<McpInputRequest> requests) {
        return request -> {
            requests.add(request);
            return null;
        };
    }
}
