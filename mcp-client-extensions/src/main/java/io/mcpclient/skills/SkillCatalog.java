package io.mcpclient.skills;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * Merges the lists of all servers: stable order, unique display names, collisions. No list affects the skills of another server.
 *
 * @see "MCP extension io.modelcontextprotocol/skills (SKL-16 to SKL-19)"
 */
final class SkillCatalog {

    private SkillCatalog() {}

    /**
     * What is known of one server.
     *
     * @param skills its skills, with their states; the display names are not unique yet
     * @param problem why the list is missing, outdated or incomplete, {@code null} if it is not
     */
    record OfServer(
            List<McpRegisteredSkill> skills, @Nullable String problem) {

        OfServer unavailable(String why) {
            return new OfServer(
                    this.skills.stream()
                            .map(skill -> new McpRegisteredSkill(
                                    skill.server(),
                                    skill.uri(),
                                    skill.name(),
                                    skill.displayName(),
                                    skill.description(),
                                    skill.state(),
                                    skill.reason(),
                                    skill.skill(),
                                    false))
                            .toList(),
                    why);
        }
    }

    static McpSkillSnapshot merge(long version, Map<String, OfServer> servers) {
        List<McpRegisteredSkill> all = new ArrayList<>();
        Map<String, String> problems = new TreeMap<>();
        new TreeMap<>(servers).forEach((server, of) -> {
            if (of.problem() != null) {
                problems.put(server, of.problem());
            }
            of.skills().stream()
                    .sorted(Comparator.comparing(McpRegisteredSkill::uri))
                    .forEach(all::add);
        });
        List<McpRegisteredSkill> named = named(all);
        return new McpSkillSnapshot(version, named, collisions(named), problems);
    }

    private static List<McpRegisteredSkill> named(List<McpRegisteredSkill> skills) {
        Map<String, Integer> byName = count(skills, SkillCatalog::shortName);
        Map<String, Integer> byPath = count(skills, SkillCatalog::pathName);
        return skills.stream()
                .map(skill -> {
                    boolean isUnique = byName.getOrDefault(shortName(skill), 0) == 1;
                    String longer = (byPath.getOrDefault(pathName(skill), 0) == 1) ? pathName(skill) : uriName(skill);
                    return withName(skill, isUnique ? shortName(skill) : longer);
                })
                .toList();
    }

    private static Map<String, Integer> count(
            List<McpRegisteredSkill> skills, Function<McpRegisteredSkill, String> name) {
        Map<String, Integer> counts = new HashMap<>();
        skills.forEach(skill -> counts.merge(name.apply(skill), 1, Integer::sum));
        return counts;
    }

    private static String shortName(McpRegisteredSkill skill) {
        return skill.name().isEmpty() ? uriName(skill) : skill.server() + ":" + skill.name();
    }

    private static String pathName(McpRegisteredSkill skill) {
        McpSkill valid = skill.skill();
        return (valid != null) ? skill.server() + ":" + SkillEntries.uri(valid).skillPath() : uriName(skill);
    }

    private static String uriName(McpRegisteredSkill skill) {
        return skill.server() + ":" + skill.uri();
    }

    private static McpRegisteredSkill withName(McpRegisteredSkill skill, String displayName) {
        return new McpRegisteredSkill(
                skill.server(),
                skill.uri(),
                skill.name(),
                displayName,
                skill.description(),
                skill.state(),
                skill.reason(),
                skill.skill(),
                skill.available());
    }

    private static List<McpSkillCollision> collisions(List<McpRegisteredSkill> skills) {
        Map<String, List<String>> shared = new LinkedHashMap<>();
        for (McpRegisteredSkill skill : skills) {
            McpSkill valid = skill.skill();
            if (valid != null) {
                shared.computeIfAbsent(skill.name(), name -> new ArrayList<>()).add(skill.displayName());
                shared.computeIfAbsent(Objects.toString(SkillEntries.uri(valid)), uri -> new ArrayList<>())
                        .add(skill.displayName());
            }
        }
        List<McpSkillCollision> collisions = new ArrayList<>();
        shared.forEach((what, names) -> {
            if (names.size() > 1) {
                collisions.add(new McpSkillCollision(what, names));
            }
        });
        return collisions;
    }
}
