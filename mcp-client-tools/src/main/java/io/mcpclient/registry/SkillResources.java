package io.mcpclient.registry;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Resources that belong to skills. A model that reads one as a resource has neither its approval nor its verification, so that the
 * functions of the extension are the only way. The scheme {@code skill} is a convention: a skill file is recognized by its name, too.
 *
 * @see "MCP extension io.modelcontextprotocol/skills (SKL-46)"
 */
final class SkillResources {

    /** Functions of {@code io.mcpclient.skills.McpSkillFunctions}. */
    static final String LOAD = "load_skill";

    static final String READ_FILE = "read_skill_file";

    private static final String SCHEME = "skill:";

    private static final String FILE = "/SKILL.MD";

    private SkillResources() {}

    static boolean isSkill(String uri) {
        String plain = uri.strip();
        return plain.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                || decoded(plain.split("[?#]", 2)[0]).toUpperCase(Locale.ROOT).endsWith(FILE);
    }

    /** A server that is not strict takes the encoded name for the plain one. */
    private static String decoded(String uri) {
        try {
            return URLDecoder.decode(uri, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException ex) {
            return uri;
        }
    }
}
