package io.mcpclient.discovery;

import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.mcpclient.error.McpRejectedException;

import static io.mcpclient.discovery.CardJson.npm;
import static io.mcpclient.discovery.CardJson.values;
import static io.mcpclient.discovery.CardJson.withPackage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** REG-13 to REG-15, REG-A07. */
class ConsentTests {

    private static final String APPROVED = npm(
            "'packageArguments': [{'type': 'named', 'name': '--mode', 'value': 'safe'}],"
                    + " 'environmentVariables': [{'name': 'KEY', 'isSecret': true}, {'name': 'LEVEL', 'value': 'info'}]");

    private static McpServerPlan plan(String thePackage, McpInputValues values) {
        return McpServerPlanner.of(McpPlanSettings.defaults().withProcesses(true))
                .plan(withPackage(thePackage), values);
    }

    private static McpServerPlan plan(String thePackage) {
        return plan(thePackage, values("KEY", "first-secret"));
    }

    // REG-13
    @Test
    void consentShowsTheWholeCommandWithoutSecrets() {
        McpServerPlan plan = plan(APPROVED);

        assertThat(plan.description())
                .isEqualTo("npx -y @example/orders-mcp@1.4.0 --mode safe with KEY=***, LEVEL=***");
        assertThat(plan.consent().toString()).contains("com.example/orders@1.4.0 of corp (sha256:");
        assertThat(plan.process(plan.consent()).command()).isEqualTo("npx");
    }

    @Test
    void anotherValueOfASecretNeedsNoNewConsent() {
        McpServerConsent consent = plan(APPROVED).consent();

        assertThat(plan(APPROVED, values("KEY", "second-secret"))
                        .process(consent)
                        .env())
                .containsEntry("KEY", "second-secret");
    }

    // REG-14, REG-A07
    @ParameterizedTest
    @ValueSource(
            strings = {
                "'safe'=>'unsafe'",
                "@example/orders-mcp=>@examp1e/orders-mcp",
                "--mode=>--mod",
                "'LEVEL'=>'OTHER'",
                "'info'=>'debug'",
                "'npm'=>'pypi'"
            })
    void changeOfTheSameVersionEndsTheConsentAndIsReportedAsPossibleAttack(String change) {
        McpServerConsent consent = plan(APPROVED).consent();
        String[] parts = change.split("=>");
        String changed = APPROVED.replace(parts[0], parts[1])
                .replace("'pypi', 'identifier': '@example/", "'pypi', 'identifier': '");

        assertThatThrownBy(() -> plan(changed).process(consent))
                .isInstanceOfSatisfying(McpRejectedException.class, ex -> assertThat(ex.reason())
                        .isEqualTo(McpRejectedException.Reason.DENIED))
                .hasMessageContaining("has changed since it was approved")
                .hasMessageContaining("attack")
                .hasMessageNotContaining("first-secret");
    }

    @Test
    void consentForAnotherServerIsNotAccepted() {
        McpServerPlan plan = plan(APPROVED);
        McpServerConsent other = new McpServerConsent("corp", "com.example/orders", "1.3.0", plan.digest());

        assertThatThrownBy(() -> plan.process(other))
                .isInstanceOf(McpRejectedException.class)
                .hasMessageContaining("was not approved");
    }

    // REG-15
    @Test
    void processIsNotStartedUnlessTheSettingsAllowIt() {
        McpServerPlan plan =
                McpServerPlanner.of(McpPlanSettings.defaults()).plan(withPackage(APPROVED), McpInputValues.none());

        assertThat(plan.warnings()).anySatisfy(warning -> assertThat(warning).contains("do not allow"));
        assertThatThrownBy(() -> plan.process(plan.consent()))
                .isInstanceOf(McpRejectedException.class)
                .hasMessageContaining("processes are not allowed");
    }

    @Test
    void textsWithTheSameConcatenationHaveDifferentDigests() {
        assertThat(new PlanDigest().addAll(Set.of("ab")).addAll(Set.of("c")).toString())
                .isNotEqualTo(new PlanDigest()
                        .addAll(Set.of("a"))
                        .addAll(Set.of("bc"))
                        .toString());
    }
}
