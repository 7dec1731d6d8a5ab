package io.mcpclient.handler;

import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A tool whose definition is not the one that was approved, or that was not there when the tools of its server were approved.
 * Immutable. All texts are printable, on one line and short, secrets masked.
 *
 * @param serverName configured name of the server
 * @param tool name of the tool at the server
 * @param fingerprint digest of the definition as it is now, 64 hexadecimal digits: names what is approved
 * @param noticedAt when it was noticed
 * @param isNew whether it is a tool that was not there before
 * @param members what has changed, by the name of the member of the definition; empty if it is new
 * @see "faults I01, I02"
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
     * @param before how it began, empty if it was not there
     * @param now how it begins, empty if it is not there
     */
    public record Member(String name, String before, String now) {}

    /**
     * Says in words what has changed.
     * @return one sentence without a full stop, on one line
     */
    public String summary() {
        return this.isNew
                ? "it was not there when the tools of the server were approved"
                : "its definition is not the one that was approved: "
                        + this.members.stream()
                                .map(member ->
                                        member.name() + " was [" + member.before() + "], is [" + member.now() + "]")
                                .collect(Collectors.joining(", "));
    }
}
