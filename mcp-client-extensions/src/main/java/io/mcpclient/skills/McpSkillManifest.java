package io.mcpclient.skills;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.mcpclient.skills.internal.Sha256;

/**
 * All files of a skill with size and digest. An approval is bound to it: a changed, added or removed file makes another manifest. A
 * matching digest proves that a file is the one of the manifest; it is no sign of trust, because both come from the server. Immutable.
 *
 * @param files the files in the order of the server, the {@code SKILL.md} among them
 */
public record McpSkillManifest(List<McpSkillFile> files) {

    /** Copies the list. */
    public McpSkillManifest {
        files = List.copyOf(files);
    }

    /**
     * Returns the fingerprint of the set of URIs and digests, in whatever order.
     * @return {@code sha256:} and 64 hexadecimal digits
     */
    public String fingerprint() {
        List<String> pairs = new ArrayList<>();
        this.files.stream().sorted(Comparator.comparing(McpSkillFile::uri)).forEach(file -> {
            pairs.add(file.uri());
            pairs.add(file.digest());
        });
        return Sha256.of(pairs);
    }

    /**
     * Returns the sum of the sizes.
     * @return bytes; {@link Long#MAX_VALUE} if the sum is greater
     */
    public long totalSize() {
        long sum = 0;
        for (McpSkillFile file : this.files) {
            sum += file.size();
            if (sum < 0) {
                return Long.MAX_VALUE;
            }
        }
        return sum;
    }
}
