package io.mcpclient.skills;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Supplier;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.error.McpCancelledException;
import io.mcpclient.error.McpException;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.extension.McpModelFunction;
import io.mcpclient.schema.JsonObject;
import io.mcpclient.support.BoundedCache;
import io.mcpclient.text.SafeText;

/**
 * What models are given of skills: the functions {@code load_skill} and {@code read_skill_file}, and a catalog for the system prompt.
 * A loaded skill gets a handle, which the second function requires: as long as a model has the text of a skill, its files are read by
 * the manifest of that load, whatever is loaded in other conversations. A read goes to the server of the skill, and to no other.
 * Thread-safe; one instance serves all conversations.
 */
public final class McpSkillFunctions {

    /** Name of the function that loads a skill. */
    public static final String LOAD_SKILL = "load_skill";

    /** Name of the function that reads a file of a loaded skill. */
    public static final String READ_SKILL_FILE = "read_skill_file";

    /** Memory for loaded skills; the least recently used one has to be loaded again. */
    private static final long MAX_LOADED = 32 * 1024 * 1024;

    private static final int SIZE_OF_FILE = 512;

    private final McpSkillRegistry registry;

    private final McpSkillSettings settings;

    private final SkillTexts texts;

    private final AtomicLong handles = new AtomicLong();

    private final BoundedCache<String, McpLoadedSkill> loaded = new BoundedCache<>(MAX_LOADED, McpSkillFunctions::heap);

    private McpSkillFunctions(McpSkillRegistry registry, McpSkillSettings settings) {
        this.registry = registry;
        this.settings = settings;
        this.texts = new SkillTexts(settings.maxTextLength());
    }

    /**
     * Creates the functions.
     * @param registry the skills
     * @param settings the limits of texts
     * @return the functions
     */
    public static McpSkillFunctions of(McpSkillRegistry registry, McpSkillSettings settings) {
        return new McpSkillFunctions(registry, settings);
    }

    private static long heap(McpLoadedSkill skill) {
        McpSkillManifest manifest = skill.skill().manifest();
        return skill.content().size()
                + (long) SIZE_OF_FILE * ((manifest != null) ? manifest.files().size() : 1);
    }

    /**
     * Returns the functions.
     * @return {@code load_skill}, whose description has the {@linkplain #catalog() catalog}, and {@code read_skill_file}
     */
    public List<McpModelFunction> functions() {
        Map<String, String> load = new LinkedHashMap<>();
        load.put("server", "Name of the MCP server, as listed");
        load.put("skill", "Name or URI of the skill, as listed");
        Map<String, String> read = new LinkedHashMap<>();
        read.put("server", "Name of the MCP server of the skill");
        read.put("skill", "What the skill was loaded as, as " + LOAD_SKILL + " has returned");
        read.put("path", "Path of the file, relative to the skill");
        return List.of(
                new Function(LOAD_SKILL, this::loading, load, this::load),
                new Function(
                        READ_SKILL_FILE, () -> "Reads a file of a skill that was loaded before.", read, this::read));
    }

    private String loading() {
        String catalog = catalog();
        return "Loads a skill: instructions of an MCP server for one kind of task. Load a skill before you begin a task that its"
                + " description fits." + (catalog.isEmpty() ? "" : "\n\n" + catalog);
    }

    /**
     * Returns a list of the skills that can be loaded, for the system prompt. Names and descriptions come from the servers. Skills
     * beyond {@link McpSkillSettings#maxCatalogLength()} are counted, not listed.
     * @return the text; empty if there are no skills
     */
    public String catalog() {
        StringBuilder text = new StringBuilder();
        int left = 0;
        for (McpRegisteredSkill skill : this.registry.snapshot().skills()) {
            if (skill.state() == McpSkillState.INVALID || !mayBeLoaded(skill)) {
                continue;
            }
            String line = "- server \"" + skill.server() + "\", skill \"" + called(skill) + "\": " + skill.description()
                    + "\n";
            if (left > 0 || text.length() + line.length() > this.settings.maxCatalogLength()) {
                left++;
            } else {
                text.append(line);
            }
        }
        if (text.isEmpty() && left == 0) {
            return "";
        }
        return "Skills of MCP servers. Load one with " + LOAD_SKILL
                + " before a task that it fits. The descriptions were"
                + " written by the servers.\n" + text
                + ((left > 0) ? left + " more skills are not listed.\n" : "");
    }

    private boolean mayBeLoaded(McpRegisteredSkill skill) {
        McpSkills skills = (skill.state() == McpSkillState.DYNAMIC) ? this.registry.ofServer(skill.server()) : null;
        return skill.state() != McpSkillState.DYNAMIC
                || (skills != null && skills.reactive().settings().dynamic());
    }

    /** The display name without the server. */
    private static String called(McpRegisteredSkill skill) {
        return skill.displayName().substring(skill.server().length() + 1);
    }

    private String load(Map<?, ?> arguments, McpCallOptions options) {
        String server = text(arguments, "server");
        String wanted = text(arguments, "skill");
        McpSkills skills = this.registry.ofServer(server);
        if (skills == null) {
            return "There is no MCP server \"" + SafeText.excerpt(server) + "\" with skills. Servers: "
                    + String.join(", ", this.registry.serverNames().toList()) + ".";
        }
        List<McpRegisteredSkill> found = find(server, wanted);
        if (found.size() > 1) {
            return "The server \"" + server + "\" has several skills with this name. Use one of: "
                    + String.join(
                            ", ", found.stream().map(McpSkillFunctions::called).toList()) + ".";
        }
        if (found.isEmpty() && !wanted.contains("://")) {
            return "The server \"" + server + "\" has no skill \"" + SafeText.excerpt(wanted) + "\".";
        }
        McpSkill skill = found.isEmpty() ? null : found.get(0).skill();
        McpLoadedSkill result = (skill != null) ? skills.load(skill, options) : skills.load(wanted, options);
        String handle = server + ":" + result.skill().name() + "@" + this.handles.incrementAndGet();
        this.loaded.put(handle, result);
        return this.texts.loaded(result, handle);
    }

    /** Names are those of one server: what other servers have does not matter. */
    private List<McpRegisteredSkill> find(String server, String wanted) {
        List<McpRegisteredSkill> own = this.registry.snapshot().skills().stream()
                .filter(skill -> skill.server().equals(server) && skill.skill() != null)
                .toList();
        List<McpRegisteredSkill> exact = own.stream()
                .filter(skill -> called(skill).equals(wanted)
                        || skill.displayName().equals(wanted)
                        || skill.uri().equals(wanted))
                .toList();
        return exact.isEmpty()
                ? own.stream().filter(skill -> skill.name().equals(wanted)).toList()
                : exact;
    }

    private String read(Map<?, ?> arguments, McpCallOptions options) {
        String server = text(arguments, "server");
        String handle = text(arguments, "skill");
        McpLoadedSkill skill = this.loaded.get(handle);
        McpSkills skills = this.registry.ofServer(server);
        if (skill == null || skills == null || !skill.skill().server().equals(server)) {
            return "The server \"" + SafeText.excerpt(server) + "\" has no loaded skill \"" + SafeText.excerpt(handle)
                    + "\". Load it with " + LOAD_SKILL + ", and use what it was loaded as.";
        }
        return this.texts.wrapped(skills.readFile(skill, text(arguments, "path"), options));
    }

    private static String text(Map<?, ?> arguments, String name) {
        return (arguments.get(name) instanceof String text) ? text.strip() : "";
    }

    /** One function. Each argument is a required text. */
    private record Function(
            String name,
            Supplier<String> meaning,
            Map<String, String> arguments,
            BiFunction<Map<?, ?>, McpCallOptions, String> work)
            implements McpModelFunction {

        @Override
        public String description() {
            return this.meaning.get();
        }

        @Override
        public JsonObject inputSchema() {
            Map<String, Object> properties = new LinkedHashMap<>();
            this.arguments.forEach((name, meaning) -> {
                Map<String, Object> property = new LinkedHashMap<>();
                property.put("type", "string");
                property.put("description", meaning);
                properties.put(name, property);
            });
            Map<String, Object> schema = new LinkedHashMap<>();
            schema.put("type", "object");
            schema.put("properties", properties);
            schema.put("required", List.copyOf(this.arguments.keySet()));
            return JsonObject.of(schema);
        }

        @Override
        public String call(Map<String, Object> values, McpCallOptions options) {
            for (String argument : this.arguments.keySet()) {
                if (McpSkillFunctions.text(values, argument).isEmpty()) {
                    return "The function was not executed: the argument \"" + argument + "\" is missing.";
                }
            }
            try {
                return this.work.apply(values, options);
            } catch (McpCancelledException cancelled) {
                throw cancelled;
            } catch (McpException failure) {
                return failed(failure);
            }
        }

        private String failed(McpException failure) {
            if (failure instanceof McpRejectedException rejected) {
                if (rejected.reason() == McpRejectedException.Reason.EVENT_LOOP) {
                    throw rejected;
                }
                String denial = rejected.denialReason();
                if (denial != null) {
                    return "The skill was not approved: " + denial;
                }
            }
            String remedy = failure.remedy();
            return "The function failed: " + failure.problem() + ((remedy != null) ? ". " + remedy : ".");
        }
    }
}
