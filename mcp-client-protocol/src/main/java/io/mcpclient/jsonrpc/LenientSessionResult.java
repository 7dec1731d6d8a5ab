package io.mcpclient.jsonrpc;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.mcpclient.schema.DiscoverResult;
import io.mcpclient.support.schema.InitializeResult;

/**
 * Reads the result with which a connection begins after it could not be read as a whole. Most of it is for display: an icon must not
 * take the tools of a server away.
 *
 * <table>
 * <caption>what does not fit its type</caption>
 * <tr><th>member</th><th>result</th></tr>
 * <tr><td>{@code protocolVersion}, {@code supportedVersions}, {@code resultType}, {@code capabilities}, {@code serverInfo}, its
 * {@code name} and {@code version}</td><td>the result is malformed</td></tr>
 * <tr><td>{@code prompts}, {@code resources}, {@code tools} or {@code tasks} in the capabilities</td><td>{@code false} is not offered,
 * anything else is offered without settings</td></tr>
 * <tr><td>any other member</td><td>is left out</td></tr>
 * </table>
 *
 * @see "fault A09"
 */
final class LenientSessionResult {

    private static final String CAPABILITIES = "capabilities";

    private static final Set<String> OBJECTS = Set.of("prompts", "resources", "tools", "tasks");

    private static final PartialBinding<InitializeResult> INITIALIZE = new PartialBinding<>(
            InitializeResult.class,
            Set.of("protocolVersion", CAPABILITIES, "serverInfo", "serverInfo.name", "serverInfo.version"));

    private static final PartialBinding<DiscoverResult> DISCOVER =
            new PartialBinding<>(DiscoverResult.class, Set.of("supportedVersions", "resultType", CAPABILITIES));

    private LenientSessionResult() {}

    static boolean isFor(Class<?> type) {
        return type == InitializeResult.class || type == DiscoverResult.class;
    }

    /**
     * Returns the result.
     * @param plain the result as plain JSON; it is modified
     * @param type type of the result
     * @return the result; {@code null} if it is not an object
     * @throws tools.jackson.core.JacksonException if it is malformed
     */
    static @Nullable Object of(@Nullable Object plain, Class<?> type) {
        if (!(plain instanceof Map<?, ?> members)) {
            return null;
        }
        List<String> omitted = new ArrayList<>();
        if (members.get(CAPABILITIES) instanceof Map<?, ?> capabilities) {
            replaceFlags(capabilities, omitted);
        }
        return (type == InitializeResult.class)
                ? INITIALIZE
                        .bind(members, Databind.conversion(), ex -> omitted.add(ReadProblems.of(ex)))
                        .withOmitted(omitted)
                : DISCOVER.bind(members, Databind.conversion(), ex -> omitted.add(ReadProblems.of(ex)))
                        .withOmitted(omitted);
    }

    @SuppressWarnings("unchecked") // keys of JSON objects are strings
    private static void replaceFlags(Map<?, ?> capabilities, List<String> omitted) {
        ((Map<String, Object>) capabilities).entrySet().removeIf(capability -> {
            Object value = capability.getValue();
            if (!OBJECTS.contains(capability.getKey()) || value == null || value instanceof Map<?, ?>) {
                return false;
            }
            omitted.add("expected an object at " + CAPABILITIES + "." + capability.getKey());
            capability.setValue(Map.of());
            return Boolean.FALSE.equals(value);
        });
    }
}
