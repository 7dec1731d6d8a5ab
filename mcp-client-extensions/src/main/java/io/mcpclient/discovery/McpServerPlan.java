package io.mcpclient.discovery;

import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import io.mcpclient.discovery.internal.LookupFailures;
import io.mcpclient.error.McpRejectedException;
import io.mcpclient.settings.McpHttpSettings;
import io.mcpclient.settings.McpHttpTransportType;
import io.mcpclient.settings.McpProcessSettings;
import io.mcpclient.text.SafeText;

/**
 * What a card or a registry entry would contact or run, with all values filled in. A plan does neither: pass {@link #http()} or
 * {@link #process} to a client. Immutable; {@code toString} and {@link #description()} contain no secrets.
 *
 * @param source configured name of the registry, or URL of the card
 * @param name name of the server as its publisher says; a label
 * @param version its version
 * @param url URL of the server; {@code null} for a process
 * @param transport transport of the URL
 * @param headers headers of each request by name, may contain secrets; empty for a process
 * @param command program and arguments of the process, each one element, never with a secret; empty for a URL
 * @param environment environment variables of the process, may contain secrets
 * @param secretNames names of the headers and variables whose values must not be shown
 * @param protocolVersions revisions that the card claims; a hint for the first attempt only
 * @param publicAddressesOnly whether the URL must lead to a public address
 * @param processAllowed whether the settings allow to start processes
 * @param digest digest of the plan for consents: of source, name, version, command, image, names of variables, and of values that the
 *     publisher has fixed
 * @param warnings what a person should know before using it, each printable
 * @param description URL or command line with the names of headers and variables, printable
 */
public record McpServerPlan(
        String source,
        String name,
        String version,
        @Nullable URI url,
        McpHttpTransportType transport,
        Map<String, String> headers,
        List<String> command,
        Map<String, String> environment,
        Set<String> secretNames,
        List<String> protocolVersions,
        boolean publicAddressesOnly,
        boolean processAllowed,
        String digest,
        List<String> warnings,
        String description) {

    private static final String OPERATION = "server plan";

    private static final int MAX_DESCRIPTION = 4096;

    /** Copies the collections. */
    public McpServerPlan {
        Map<String, String> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        byName.putAll(headers);
        headers = Collections.unmodifiableMap(byName);
        command = List.copyOf(command);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        secretNames = Set.copyOf(secretNames);
        protocolVersions = List.copyOf(protocolVersions);
        warnings = List.copyOf(warnings);
    }

    /**
     * Returns whether the server runs as a process.
     * @return {@code false} if it is reached at a URL
     */
    public boolean isProcess() {
        return !this.command.isEmpty();
    }

    /**
     * Returns the settings of a client for the URL.
     * @return settings with URL, transport and headers
     * @throws McpRejectedException if the plan runs a process
     */
    public McpHttpSettings http() {
        URI address = this.url;
        if (address == null) {
            throw LookupFailures.unsupported(OPERATION, described() + " runs a process", "Use its process settings.");
        }
        return McpHttpSettings.of(address)
                .withTransport(this.transport)
                .withHeaders(this.headers)
                .withPublicAddressesOnly(this.publicAddressesOnly);
    }

    /**
     * Returns the settings of a client for the URL, combined with settings of the application, whose headers, TLS and proxy take
     * precedence.
     * @param own settings of the application; its URL is replaced
     * @return the settings
     * @throws McpRejectedException if the plan runs a process
     */
    public McpHttpSettings http(McpHttpSettings own) {
        McpHttpSettings planned = http();
        Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        all.putAll(planned.headers());
        own.headers().keySet().forEach(all::remove); // the spelling of the application
        all.putAll(own.headers());
        return own.withUrl(planned.url())
                .withTransport(planned.transport())
                .withHeaders(all)
                .withPublicAddressesOnly(own.publicAddressesOnly() || planned.publicAddressesOnly());
    }

    /**
     * Returns a copy without a header, for a server with credentials of the application.
     * @param header its name, such as {@code Authorization}
     * @return the copy, with the same digest
     */
    public McpServerPlan withoutHeader(String header) {
        Map<String, String> others = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        others.putAll(this.headers);
        others.remove(header);
        return new McpServerPlan(
                this.source,
                this.name,
                this.version,
                this.url,
                this.transport,
                others,
                this.command,
                this.environment,
                this.secretNames,
                this.protocolVersions,
                this.publicAddressesOnly,
                this.processAllowed,
                this.digest,
                this.warnings,
                this.description);
    }

    /**
     * Returns the settings of a client for the process, which is started without a shell and with no other variables of this process than
     * {@link McpProcessSettings#DEFAULT_INHERIT_ENV}.
     * @param consent consent to exactly this plan
     * @return settings with command, arguments and environment
     * @throws McpRejectedException if the settings do not allow processes, the consent is for something else, or the plan is for a URL
     */
    public McpProcessSettings process(McpServerConsent consent) {
        if (!isProcess()) {
            throw LookupFailures.unsupported(OPERATION, described() + " is reached at a URL", "Use its HTTP settings.");
        }
        if (!this.processAllowed) {
            throw LookupFailures.denied(
                    OPERATION,
                    described() + " would start a process, and processes are not allowed",
                    "Allow them in the settings for plans, or use a server with a URL.");
        }
        requireConsent(consent);
        List<String> words = this.command;
        return McpProcessSettings.of(
                        words.get(0), words.subList(1, words.size()).toArray(String[]::new))
                .withEnv(this.environment);
    }

    /**
     * Returns the consent to this plan, to be stored after a person or the configuration has agreed to its {@link #description()}.
     * @return the consent
     */
    public McpServerConsent consent() {
        return new McpServerConsent(this.source, this.name, this.version, this.digest);
    }

    /**
     * Fails unless a consent is for this plan.
     * @param consent a stored consent
     * @throws McpRejectedException if it is for something else; the message says if the same version has changed
     */
    public void requireConsent(McpServerConsent consent) {
        if (consent.equals(consent())) {
            return;
        }
        boolean isSameVersion = consent.source().equals(this.source)
                && consent.name().equals(this.name)
                && consent.version().equals(this.version);
        throw LookupFailures.denied(
                OPERATION,
                isSameVersion
                        ? described()
                                + " has changed since it was approved, with the same version: this may be an attack"
                        : described() + " was not approved; the consent is for " + consent,
                "Compare what it would run now, and approve it again: " + this.description);
    }

    private String described() {
        return SafeText.excerpt(this.name) + "@" + SafeText.excerpt(this.version) + " of "
                + SafeText.excerpt(this.source);
    }

    @Override
    public String toString() {
        return "McpServerPlan[" + described() + ": " + this.description + "]";
    }

    /**
     * The texts of a description: each argument in quotes if its limits would be unclear otherwise. Nobody can agree to what a description
     * leaves out, so that one which would be cut is an error.
     */
    static String shown(String server, List<String> command, Iterable<String> names) {
        List<String> words = new ArrayList<>();
        for (String word : command) {
            boolean isPlain = word.chars().allMatch(c -> c > ' ' && c < 0x7f && "'\"\\$`;|&<>(){}*?!".indexOf(c) < 0);
            words.add(isPlain && !word.isEmpty() ? word : "'" + word.replace("'", "'\\''") + "'");
        }
        List<String> variables = new ArrayList<>();
        names.forEach(name -> variables.add(name + "=***"));
        String suffix = variables.isEmpty() ? "" : " with " + String.join(", ", variables);
        String description = String.join(" ", words) + suffix;
        if (description.length() > MAX_DESCRIPTION) {
            throw LookupFailures.limit(
                    OPERATION,
                    server + " has a description of " + description.length() + " characters, of which only "
                            + MAX_DESCRIPTION + " could be shown before it is used",
                    "Use shorter values, or configure the server without its entry.");
        }
        return SafeText.excerpt(description, MAX_DESCRIPTION);
    }
}
