package io.mcpclient.discovery;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.error.McpConfigurationException;
import io.mcpclient.error.McpProtocolException;
import io.mcpclient.error.McpRejectedException;

import static io.mcpclient.discovery.CardJson.aPackage;
import static io.mcpclient.discovery.CardJson.npm;
import static io.mcpclient.discovery.CardJson.parsedEntry;
import static io.mcpclient.discovery.CardJson.values;
import static io.mcpclient.discovery.CardJson.withPackage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

class PackagePlanTests {

    private static final McpPlanSettings SETTINGS = McpPlanSettings.defaults().withProcesses(true);

    private static final String DIGEST = "sha256:" + "0123456789abcdef".repeat(4);

    private static McpServerPlan plan(McpPlanSettings settings, String thePackage, McpInputValues values) {
        return McpServerPlanner.of(settings).plan(withPackage(thePackage), values);
    }

    private static McpServerPlan plan(String thePackage, McpInputValues values) {
        return plan(SETTINGS, thePackage, values);
    }

    private static List<String> command(String thePackage) {
        return plan(thePackage, McpInputValues.none()).command();
    }

    // REG-10, REG-12, REG-21
    @Test
    void packagesOfEachTypeGetTheCommandOfTheirRuntime() {
        String argument = "'packageArguments': [{'type': 'named', 'name': '--region', 'value': 'eu'}]";

        assertThat(command(npm(argument))).containsExactly("npx", "-y", "@example/orders-mcp@1.4.0", "--region", "eu");
        assertThat(command(aPackage("pypi", "orders-mcp", "'version': '1.4.0rc1', " + argument)))
                .containsExactly("uvx", "orders-mcp@1.4.0rc1", "--region", "eu");
        assertThat(command(aPackage("nuget", "Example.Orders", "'version': '1.4.0', " + argument)))
                .containsExactly("dnx", "Example.Orders@1.4.0", "--yes", "--", "--region", "eu");
        assertThat(command(aPackage("oci", "ghcr.io/example/orders:1.4.0@" + DIGEST, argument)))
                .containsExactly(
                        "docker", "run", "-i", "--rm", "ghcr.io/example/orders:1.4.0@" + DIGEST, "--region", "eu");
    }

    // REG-13: the whole command is shown, or there is no plan
    @Test
    void commandThatCannotBeShownAsAWholeIsRefused() {
        String padded =
                "'packageArguments': [{'type': 'positional', 'value': 'a%s'}, {'type': 'positional', 'value': 'evil'}]";

        assertThat(plan(npm(padded.formatted("b".repeat(4000))), McpInputValues.none())
                        .description())
                .endsWith(" evil");
        assertThatThrownBy(() -> plan(npm(padded.formatted("b".repeat(4100))), McpInputValues.none()))
                .isInstanceOf(McpProtocolException.class)
                .hasMessageContaining("example/orders")
                .hasMessageContaining("of which only 4096 could be shown");
    }

    // REG-23: secrets are in the environment, by name in the command
    @Test
    void secretsOfAContainerAreNotInItsCommand() {
        McpServerPlan plan = plan(
                aPackage(
                        "oci",
                        "example/orders:1.4.0",
                        "'environmentVariables': [{'name': 'ORDERS_KEY', 'isSecret': true, 'isRequired': true},"
                                + " {'name': 'REGION', 'default': 'eu'}]"),
                values("ORDERS_KEY", "k3y-of-orders"));

        assertThat(plan.command())
                .containsExactly(
                        "docker", "run", "-i", "--rm", "-e", "ORDERS_KEY", "-e", "REGION", "example/orders:1.4.0");
        assertThat(plan.environment())
                .containsEntry("ORDERS_KEY", "k3y-of-orders")
                .containsEntry("REGION", "eu");
        assertThat(plan.secretNames()).containsExactly("ORDERS_KEY");
        assertThat(plan.toString() + plan.description())
                .doesNotContain("k3y-of-orders")
                .contains("ORDERS_KEY=***");
        assertThat(plan.process(plan.consent()).env()).containsEntry("ORDERS_KEY", "k3y-of-orders");
        assertThat(plan.process(plan.consent()).toString()).doesNotContain("k3y-of-orders");
    }

    // REG-A05
    @Test
    void imageWithoutDigestHasAWarning() {
        assertThat(plan(aPackage("oci", "example/orders:1.4.0", ""), McpInputValues.none())
                        .warnings())
                .anySatisfy(warning -> assertThat(warning).contains("no digest"));
        assertThat(plan(aPackage("oci", "example/orders@" + DIGEST, ""), McpInputValues.none())
                        .warnings())
                .isEmpty();
    }

    // REG-A01, REG-12
    @ParameterizedTest
    @ValueSource(strings = {"; rm -rf ~", "$(id)", "`id`", "a 'b' \"c\"", "*", "a && b", "x > y"})
    void valueForAShellStaysOneArgument(String value) {
        McpServerPlan plan = plan(
                npm("'packageArguments': [{'type': 'positional', 'valueHint': 'directory'}]"),
                values("directory", value));

        assertThat(plan.command()).containsExactly("npx", "-y", "@example/orders-mcp@1.4.0", value);
        assertThat(plan.process(plan.consent()).args()).last().isEqualTo(value);
        assertThat(plan.description()).startsWith("npx -y @example/orders-mcp@1.4.0 '");
    }

    // REG-11, REG-A02
    @ParameterizedTest
    @ValueSource(strings = {"bash", "sh", "/usr/bin/npx", "../npx", "npx ", "docker", "node"})
    void runtimeThatIsNotAllowedForTheTypeIsRefused(String runtime) {
        assertThatThrownBy(() -> command(npm("'runtimeHint': '" + runtime + "'")))
                .isInstanceOf(McpProtocolException.class)
                .hasMessageContaining("is to be run by " + runtime.strip())
                .hasMessageContaining("add it to the runtimes");
    }

    @Test
    void runtimeHintOfTheTypeIsUsed() {
        assertThat(command(aPackage("oci", "example/orders:1.4.0", "'runtimeHint': 'podman'")))
                .startsWith("podman", "run");
        assertThat(plan(SETTINGS.withRuntimes(Set.of("pnpx")), npm("'runtimeHint': 'pnpx'"), McpInputValues.none())
                        .command())
                .startsWith("pnpx");
    }

    // REG-08, REG-A03
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "npm, --registry=https://evil.example",
                "npm, -e",
                "npm, a b",
                "npm, ../evil",
                "npm, @a/b/c",
                "npm, a@b",
                "npm, git+https://evil.example/x",
                "pypi, --index-url",
                "pypi, orders[extra]",
                "pypi, a b",
                "pypi, https://evil.example/x.whl",
                "nuget, -s",
                "nuget, a/b",
                "oci, -v",
                "oci, example/orders",
                "oci, example/orders:latest",
                "oci, a b:1",
                "oci, --privileged:1",
                "oci, Example/Orders:1"
            })
    void identifierThatIsNotOneOfItsTypeIsRefused(String type, String identifier) {
        assertThatThrownBy(() -> command(aPackage(type, identifier, "'version': '1.4.0'")))
                .isInstanceOf(McpProtocolException.class)
                .hasMessageContaining("identifier");
    }

    // REG-08, REG-A04
    @ParameterizedTest
    @CsvSource({
        "npm, latest",
        "npm, 1.x",
        "npm, 1.2",
        "npm, ^1.2.3",
        "npm, ''",
        "npm, 1.2.3;id",
        "npm, next",
        "npm, '>=1.0.0 <2'",
        "pypi, latest",
        "pypi, ==1.0",
        "pypi, 1.*",
        "nuget, 1.*",
        "nuget, 1.2",
        "nuget, '[1.0,2.0)'",
        "pypi, $(id)"
    })
    void versionThatIsNotExactIsRefused(String type, String version) {
        assertThatThrownBy(() -> command(aPackage(type, "orders", "'version': '" + version + "'")))
                .isInstanceOf(McpProtocolException.class)
                .hasMessageContaining("is not exact");
    }

    @Test
    void packageWithoutVersionIsRefused() {
        assertThatThrownBy(() -> command(aPackage("npm", "orders", "")))
                .isInstanceOf(McpProtocolException.class)
                .hasMessageContaining("is not exact");
    }

    // REG-08, REG-16, REG-17, REG-A06: bundles are declined, with or without a hash
    @ParameterizedTest
    @CsvSource({
        "mcpb, bundles are not supported",
        "cargo, have to be installed",
        "go, have to be installed",
        "flatpak, the type is unknown"
    })
    void packageOfATypeThatIsNotRunIsDeclinedWithTheReason(String type, String reason) {
        assertThatThrownBy(() ->
                        command(aPackage(type, "https://example.com/a.mcpb", "'fileSha256': '" + "0".repeat(64) + "'")))
                .isInstanceOf(McpRejectedException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void firstPackageThatCanBeRunIsChosen() {
        McpRegistryEntry entry = parsedEntry(
                "'packages': [" + aPackage("mcpb", "https://example.com/a.mcpb", "") + ", " + npm("") + "]");

        assertThat(McpServerPlanner.of(SETTINGS)
                        .plan(entry, McpInputValues.none())
                        .command())
                .startsWith("npx");
        assertThatThrownBy(() -> McpServerPlanner.of(SETTINGS.withPackageTypes(Set.of("oci")))
                        .plan(entry, McpInputValues.none()))
                .isInstanceOf(McpRejectedException.class)
                .hasMessageContaining("npm (the settings do not allow the type)");
    }

    // REG-A11
    @ParameterizedTest
    @CsvSource({
        "https://evil.example/mcp, not on this machine",
        "http://localhost.evil.example:1/mcp, not on this machine",
        "http://127.0.0.1:8080/mcp, are not started"
    })
    void packageWithATransportOverHttpIsDeclined(String url, String reason) {
        String thePackage = "{'registryType': 'npm', 'identifier': 'orders', 'version': '1.4.0',"
                + " 'transport': {'type': 'streamable-http', 'url': '" + url + "'}}";

        assertThatThrownBy(() -> command(thePackage))
                .isInstanceOf(McpRejectedException.class)
                .hasMessageContaining(reason);
    }

    // REG-18
    @Test
    void registryThatAPackageNamesMustBeAllowed() {
        String other = npm("'registryBaseUrl': 'https://npm.corp.example/'");

        assertThat(command(npm("")).get(1)).isEqualTo("-y");
        assertThatThrownBy(() -> command(other))
                .isInstanceOf(McpProtocolException.class)
                .hasMessageContaining("would be downloaded from https://npm.corp.example/");
        assertThat(plan(
                                SETTINGS.withPackageRegistries(Set.of(URI.create("https://npm.corp.example"))),
                                other,
                                McpInputValues.none())
                        .command())
                .containsExactly("npx", "--registry=https://npm.corp.example/", "-y", "@example/orders-mcp@1.4.0");
    }

    // REG-19, REG-20
    @Test
    void fixedValueOverridesAGivenOneAndAnOptionalArgumentWithoutValueIsOmitted() {
        McpServerPlan plan = plan(
                npm(
                        "'packageArguments': ["
                                + "{'type': 'named', 'name': '--mode', 'value': 'safe'},"
                                + "{'type': 'named', 'name': '--region', 'default': 'eu', 'choices': ['eu', 'us']},"
                                + "{'type': 'named', 'name': '--zone', 'placeholder': 'a'},"
                                + "{'type': 'named', 'name': '--verbose'},"
                                + "{'type': 'positional', 'value': 'serve/{unknown}/{place}', 'variables': {'place': {'default': 'x'}}}]"),
                values("mode", "unsafe", "region", "us"));

        assertThat(plan.command().subList(3, plan.command().size()))
                .containsExactly("--mode", "safe", "--region", "us", "--verbose", "serve/{unknown}/x");
    }

    @Test
    void missingRequiredValuesAreAllNamedInOneError() {
        String thePackage = npm(
                "'packageArguments': [{'type': 'named', 'name': '--region', 'isRequired': true, 'format': 'string'},"
                        + " {'type': 'positional', 'valueHint': 'directory', 'isRequired': true}],"
                        + " 'environmentVariables': [{'name': 'ORDERS_KEY', 'isRequired': true, 'isSecret': true, 'description': 'The key'}]");

        assertThatThrownBy(() -> plan(thePackage, McpInputValues.none()))
                .isInstanceOf(McpConfigurationException.class)
                .hasMessageContaining("environment variable ORDERS_KEY (The key)")
                .hasMessageContaining("argument --region")
                .hasMessageContaining("argument directory")
                .hasMessageContaining("mcp.inputs.ORDERS_KEY, mcp.inputs.region, mcp.inputs.directory");
    }

    @Test
    void openInputsOfAnEntryAreListed() {
        McpRegistryEntry entry =
                withPackage(npm("'packageArguments': [{'type': 'named', 'name': '--region', 'isRequired': true,"
                        + " 'choices': ['eu']}, {'type': 'named', 'name': '--mode', 'value': 'safe'}],"
                        + " 'environmentVariables': [{'name': 'ORDERS_KEY', 'isSecret': true}]"));

        assertThat(McpServerPlanner.of(SETTINGS).inputs(entry))
                .extracting(McpInputRequest::name, request -> request.input().secret())
                .containsExactly(tuple("ORDERS_KEY", true), tuple("--region", false));
    }

    // REG-21
    @Test
    void namedArgumentIsOneWordIfItsNameOrTheSettingsSaySo() {
        String thePackage = npm("'packageArguments': [{'type': 'named', 'name': '--a=', 'value': '1'},"
                + " {'type': 'named', 'name': '--b', 'value': '2'}]");

        assertThat(command(thePackage)).endsWith("--a=1", "--b", "2");
        assertThat(plan(SETTINGS.withJoinedArguments(true), thePackage, McpInputValues.none())
                        .command())
                .endsWith("--a=1", "--b=2");
    }

    @Test
    void repeatedArgumentIsPassedOnceForEachValue() {
        McpInputValues values = new McpInputValues() {
            @Override
            public String value(McpInputRequest request) {
                return null;
            }

            @Override
            public List<String> values(McpInputRequest request) {
                return List.of("/a", "/b c");
            }
        };

        assertThat(plan(
                                npm(
                                        "'packageArguments': [{'type': 'named', 'name': '--root', 'isRepeated': true, 'format': 'filepath'}]"),
                                values)
                        .command())
                .endsWith("--root", "/a", "--root", "/b c");
    }

    // REG-22
    @Test
    void givenPositionalValueThatLooksLikeAnOptionIsRefused() {
        String thePackage = npm("'packageArguments': [{'type': 'positional', 'valueHint': 'directory'}]");

        assertThatThrownBy(() -> plan(thePackage, values("directory", "--config=/etc/passwd")))
                .isInstanceOf(McpConfigurationException.class)
                .hasMessageContaining("argument directory begins with a dash");
        assertThat(plan(SETTINGS.withLeadingDashes(true), thePackage, values("directory", "-1"))
                        .command())
                .endsWith("-1");
    }

    // REG-22
    @ParameterizedTest
    @ValueSource(strings = {"a\nb", "a\rb", "a\0b"})
    void valueWithALineBreakOrNulIsRefused(String value) {
        assertThatThrownBy(() -> plan(
                        npm("'packageArguments': [{'type': 'positional', 'valueHint': 'directory'}]"),
                        values("directory", value)))
                .isInstanceOf(McpConfigurationException.class)
                .hasMessageContaining("argument directory");
    }

    // REG-19, CRD-20
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            delimiter = '|',
            value = {"'format': 'number'|many", "'format': 'boolean'|yes", "'choices': ['eu']|us"})
    void valueOfAnotherFormatOrChoiceIsRefusedWithoutBeingShown(String declared, String value) {
        assertThatThrownBy(() -> plan(
                        npm("'packageArguments': [{'type': 'named', 'name': '--x', " + declared + "}]"),
                        values("x", value + "-s3cret")))
                .isInstanceOf(McpConfigurationException.class)
                .hasMessageContaining("argument --x")
                .hasMessageNotContaining("s3cret");
    }

    // REG-23
    @Test
    void secretArgumentIsRefused() {
        String declared = "{'type': 'named', 'name': '--token', 'isSecret': true}";

        assertThatThrownBy(() -> plan(npm("'packageArguments': [" + declared + "]"), values("token", "s3cret-token")))
                .isInstanceOf(McpProtocolException.class)
                .hasMessageContaining("wants a secret as argument --token")
                .hasMessageNotContaining("s3cret-token");
        assertThat(
                        command(
                                npm(
                                        "'packageArguments': [{'type': 'named', 'name': '--token', 'isSecret': true, 'placeholder': 'x'}]")))
                .hasSize(3);
    }

    // REG-23: a registry does not supply secrets
    @Test
    void secretWithAFixedValueIsRefusedAndItsDefaultIgnored() {
        assertThatThrownBy(() ->
                        command(npm("'environmentVariables': [{'name': 'KEY', 'isSecret': true, 'value': 'fixed'}]")))
                .isInstanceOf(McpProtocolException.class)
                .hasMessageContaining("fixed value for the secret KEY");
        assertThat(plan(
                                npm("'environmentVariables': [{'name': 'KEY', 'isSecret': true, 'default': 'fixed'}]"),
                                McpInputValues.none())
                        .environment())
                .isEmpty();
    }

    // REG-24, REG-A10
    @ParameterizedTest
    @ValueSource(
            strings = {
                "NODE_OPTIONS", "LD_PRELOAD", "DYLD_INSERT_LIBRARIES", "PYTHONPATH", "JAVA_TOOL_OPTIONS", "PATH",
                        "path",
                "node_options", "npm_config_registry", "UV_INDEX_URL", "DOCKER_HOST", "BASH_ENV", "A=B", "A B"
            })
    void variableThatChangesLoadedCodeIsRefused(String name) {
        assertThatThrownBy(() -> command(
                        npm("'environmentVariables': [{'name': '" + name + "', 'value': '--require ./evil.js'}]")))
                .isInstanceOf(McpProtocolException.class)
                .hasMessageContaining("environment variable " + name)
                .hasMessageNotContaining("evil.js");
    }

    @Test
    void permittedVariableIsPassedAndNoOtherIsAdded() {
        McpServerPlan plan = plan(
                SETTINGS.withVariables(Set.of("NODE_OPTIONS")),
                npm("'environmentVariables': [{'name': 'NODE_OPTIONS', 'value': '--no-warnings'}]"),
                values("HOME", "/evil"));

        assertThat(plan.process(plan.consent()).env()).isEqualTo(Map.of("NODE_OPTIONS", "--no-warnings"));
    }

    // REG-25
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "--privileged, ",
                "--network, host",
                "-v, /:/host",
                "--volume, /:/host",
                "--mount, type=bind",
                "--device, /dev/mem",
                "--user, root",
                "--cap-add, ALL",
                "--pid, host",
                "--env-file, /etc/x",
                "-iv, /:/host",
                "--privileged=true, ",
                "--entrypoint, sh"
            })
    void dangerousArgumentOfAContainerNeedsAPermission(String name, String value) {
        String given = (value != null) ? ", 'value': '" + value + "'" : "";
        String thePackage = aPackage(
                "oci",
                "example/orders:1.4.0",
                "'runtimeArguments': [{'type': 'named', 'name': '" + name + "'" + given + "}]");

        assertThatThrownBy(() -> command(thePackage))
                .isInstanceOf(McpProtocolException.class)
                .hasMessageContaining("passes the argument " + name);
        String permission = name.contains("=") ? name.substring(0, name.indexOf('=')) : name;
        McpServerPlan plan = plan(SETTINGS.withRuntimeArguments(Set.of(permission)), thePackage, McpInputValues.none());
        assertThat(plan.command()).contains(name);
        assertThat(plan.warnings()).anySatisfy(warning -> assertThat(warning).contains(name));
    }

    @Test
    void permissionForOneValueDoesNotCoverAnother() {
        McpPlanSettings bridge = SETTINGS.withRuntimeArguments(Set.of("--network=bridge"));
        String host = aPackage(
                "oci",
                "example/orders:1.4.0",
                "'runtimeArguments': [{'type': 'named', 'name': '--network', 'value': 'host'}]");

        assertThatThrownBy(() -> plan(bridge, host, McpInputValues.none())).isInstanceOf(McpProtocolException.class);
        assertThat(plan(bridge, host.replace("host", "bridge"), McpInputValues.none())
                        .command())
                .contains("--network", "bridge");
    }

    @ParameterizedTest
    @CsvSource({
        "npm, named, -c",
        "npm, named, --package",
        "npm, named, --registry",
        "npm, positional, evil",
        "pypi, named, --from"
    })
    void runtimeArgumentThatChangesWhatIsRunIsRefused(String type, String kind, String word) {
        String argument = kind.equals("named")
                ? "{'type': 'named', 'name': '" + word + "', 'value': 'evil'}"
                : "{'type': 'positional', 'value': '" + word + "'}";

        assertThatThrownBy(() ->
                        command(aPackage(type, "orders", "'version': '1.4.0', 'runtimeArguments': [" + argument + "]")))
                .isInstanceOf(McpProtocolException.class)
                .hasMessageContaining("to the program that runs it");
    }

    @Test
    void harmlessRuntimeArgumentIsPassedOnce() {
        assertThat(
                        command(
                                npm(
                                        "'runtimeArguments': [{'type': 'named', 'name': '--yes'}, {'type': 'positional', 'valueHint': 'x'}]")))
                .containsExactly("npx", "--yes", "@example/orders-mcp@1.4.0");
    }

    // REG-28
    @Test
    void instructionsAfterTheInstallationAreNeverRun() {
        McpServerPlan plan = plan(
                npm("'postInstallInstructions': [{'text': 'Run', 'command': 'curl evil.example'}]"),
                McpInputValues.none());

        assertThat(plan.command()).containsExactly("npx", "-y", "@example/orders-mcp@1.4.0");
    }

    // REG-26
    @Test
    void remoteIsPreferredUnlessTheSettingsSayOtherwise() {
        McpRegistryEntry entry = parsedEntry("'packages': [" + npm("") + "], 'remotes': ["
                + "{'type': 'streamable-http', 'url': 'https://orders.example/mcp'}]");

        assertThat(McpServerPlanner.of(SETTINGS)
                        .plan(entry, McpInputValues.none())
                        .isProcess())
                .isFalse();
        assertThat(McpServerPlanner.of(SETTINGS.withPreferRemotes(false))
                        .plan(entry, McpInputValues.none())
                        .isProcess())
                .isTrue();
    }

    // REG-05, REG-A08
    @Test
    void warningsOfAnEntryAreThoseOfItsPlan() {
        McpRegistryEntry entry =
                parsedEntry("'packages': [" + npm("") + "], 'repository': {'url': 'https://evil.test'}");

        assertThat(McpServerPlanner.of(SETTINGS)
                        .plan(entry, McpInputValues.none())
                        .warnings())
                .isEqualTo(entry.warnings())
                .singleElement()
                .satisfies(warning -> assertThat(warning).contains("namespace"));
    }
}
