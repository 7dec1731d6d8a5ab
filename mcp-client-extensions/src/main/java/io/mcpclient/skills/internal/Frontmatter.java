package io.mcpclient.skills.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.CoreSchema;

import io.mcpclient.text.SafeText;

/**
 * Reads the block of YAML at the beginning of a {@code SKILL.md}, with the rules of YAML 1.2: {@code yes} and dates are strings. Its
 * text comes from a server, so that size, depth, aliases and types are limited before values are created.
 *
 * @see "MCP extension io.modelcontextprotocol/skills (SKL-36 to SKL-38, SKL-A12)"
 */
public final class Frontmatter {

    /** Longest block in characters. */
    public static final int MAX_LENGTH = 64 * 1024;

    private static final int MAX_DEPTH = 32;

    private static final int MAX_ALIASES = 16;

    private static final String MARK = "---";

    private static final Set<String> TAGS = Set.of(
            "tag:yaml.org,2002:str",
            "tag:yaml.org,2002:int",
            "tag:yaml.org,2002:float",
            "tag:yaml.org,2002:bool",
            "tag:yaml.org,2002:null",
            "tag:yaml.org,2002:map",
            "tag:yaml.org,2002:seq");

    private static final LoadSettings SETTINGS = LoadSettings.builder()
            .setLabel("frontmatter")
            .setSchema(new CoreSchema())
            .setAllowDuplicateKeys(false)
            .setAllowRecursiveKeys(false)
            .setAllowNonScalarKeys(false)
            .setMaxAliasesForCollections(MAX_ALIASES)
            .setCodePointLimit(MAX_LENGTH)
            .setEnvConfig(Optional.empty())
            .setUseMarks(false)
            .build();

    private Frontmatter() {}

    /**
     * Reads the block.
     * @param text text of a {@code SKILL.md}
     * @return its members
     * @throws InvalidSkillException if there is no block, or it is not acceptable
     */
    public static Map<?, ?> of(String text) throws InvalidSkillException {
        String block = block(text);
        try {
            check(new Parse(SETTINGS).parseString(block));
            Object value = new Load(SETTINGS).loadFromString(block);
            if (value instanceof Map<?, ?> members) {
                return members;
            }
        } catch (YamlEngineException | IllegalArgumentException | ArithmeticException ex) {
            throw new InvalidSkillException("its frontmatter is not valid YAML: " + firstLine(ex.getMessage()));
        }
        throw new InvalidSkillException("its frontmatter is not a mapping");
    }

    private static String firstLine(@Nullable String message) {
        return (message != null) ? SafeText.excerpt(message.lines().findFirst().orElse("")) : "";
    }

    private static String block(String text) throws InvalidSkillException {
        int start = text.startsWith("\ufeff") ? 1 : 0;
        int line = endOfLine(text, start);
        if (!text.substring(start, line).stripTrailing().equals(MARK)) {
            throw new InvalidSkillException("it does not begin with a frontmatter block");
        }
        int begin = Math.min(line + 1, text.length());
        int at = begin;
        while (at < text.length() && at - begin <= MAX_LENGTH) {
            int end = endOfLine(text, at);
            if (end - at < MAX_LENGTH && text.substring(at, end).stripTrailing().equals(MARK)) {
                return text.substring(begin, at);
            }
            at = end + 1;
        }
        throw new InvalidSkillException("its frontmatter block does not end within " + MAX_LENGTH + " characters");
    }

    private static int endOfLine(String text, int from) {
        int end = text.indexOf('\n', from);
        return (end >= 0) ? end : text.length();
    }

    /** Nothing is created from events, so that this costs no more than the text is long. */
    private static void check(Iterable<Event> events) throws InvalidSkillException {
        Deque<Optional<Anchor>> open = new ArrayDeque<>();
        int aliases = 0;
        int documents = 0;
        for (Event event : events) {
            if (event.getEventId() == Event.ID.DocumentStart && ++documents > 1) {
                throw new InvalidSkillException("its frontmatter has several documents");
            }
            if (event instanceof AliasEvent && ++aliases > MAX_ALIASES) {
                throw new InvalidSkillException("its frontmatter has more than " + MAX_ALIASES + " aliases");
            }
            if (event instanceof ScalarEvent scalar) {
                checkTag(scalar.getTag());
            } else if (event instanceof CollectionStartEvent start) {
                checkTag(start.getTag());
                open.push(start.getAnchor());
            } else if (event instanceof CollectionEndEvent) {
                open.pop();
            }
            if (open.size() > MAX_DEPTH) {
                throw new InvalidSkillException("its frontmatter is nested deeper than " + MAX_DEPTH);
            }
        }
    }

    private static void checkTag(Optional<String> tag) throws InvalidSkillException {
        if (tag.isPresent() && !TAGS.contains(tag.get()) && !tag.get().equals("!")) {
            throw new InvalidSkillException("its frontmatter has a value of another type than those of JSON");
        }
    }
}
