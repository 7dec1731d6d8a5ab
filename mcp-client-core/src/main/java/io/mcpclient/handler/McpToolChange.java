package io.mcpclient.handler;

import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A tool whose definition differs from the approved one, or that did not exist when the tools of its server were approved.
 * Immutable. All texts are short, printable and on one line, with secrets masked.
 *
 * @param serverName configured name of the server
 * @param tool name of the tool on the server
 * @param fingerprint digest of the current definition, 64 hexadecimal digits, which identifies the definition to approve
 * @param noticedAt time of detection
 * @param isNew whether the tool is new
 * @param members the changed members of the definition; empty if the tool is new
 */
public record McpToolChange(
        String serverName, String tool, String fingerprint, Instant noticedAt, boolean isNew, List<Member> members) {

    /** Creates a change. */
    public McpToolChange {
        members = List.copyOf(members);
    }

    /**
     * A member of a definition that has changed.
     *
     * @param name its name, such as {@code description}
     * @param before beginning of the approved value, empty if absent
     * @param now beginning of the current value, empty if absent
     */
    public record Member(String name, String before, String now) {}

    /**
     * Returns a description of the change.
     * @return one sentence without a full stop, on one line
     */
    public String summary() {
        return this.isNew
                ? "it did not exist when the tools of the server were approved"
                : "its definition differs from the approved one: "
                        + this.members.stream()
                                .map(member ->
                                        member.name() + " was [" + member.before() + "], is [" + member.now() + "]")
                                .collect(Collectors.joining(", "));
    }
}
