package io.mcpclient.schema;

import java.util.Map;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.DatabindException;

import io.mcpclient.support.schema.InitializeResult;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class CapabilitiesTests {

    // CAP-01: values are objects, never booleans
    @Test
    void writeRepresentsOfferedFeaturesAsObjects() {
        ClientCapabilities capabilities = ClientCapabilities.none()
                .withRoots(true)
                .withSampling(true)
                .withElicitation(true, true)
                .withExtension(McpExtensions.TASKS, Map.of())
                .withExperimental("x", Map.of("a", 1));

        assertThat(Json.tree(capabilities))
                .isEqualTo(Json.tree("{\"roots\":{\"listChanged\":true},\"sampling\":{\"tools\":{}},"
                        + "\"elicitation\":{\"form\":{},\"url\":{}},\"experimental\":{\"x\":{\"a\":1}},"
                        + "\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}"));
    }

    // META-02, ROOT-01
    @Test
    void writeWithoutFeaturesIsAnEmptyObject() {
        assertThat(Json.MAPPER.writeValueAsString(ClientCapabilities.none())).isEqualTo("{}");
        assertThat(Json.MAPPER.writeValueAsString(ClientCapabilities.none().withRoots(false)))
                .isEqualTo("{\"roots\":{}}");
    }

    // CAP-04: the empty object means forms
    @Test
    void offersFormElicitationWhenNoModeIsNamed() {
        ClientCapabilities forms = ClientCapabilities.none().withFormElicitation();
        ClientCapabilities urls = ClientCapabilities.none().withElicitation(false, true);

        assertThat(Json.MAPPER.writeValueAsString(forms)).isEqualTo("{\"elicitation\":{}}");
        assertThat(forms.offersFormElicitation()).isTrue();
        assertThat(forms.offersUrlElicitation()).isFalse();
        assertThat(urls.offersFormElicitation()).isFalse();
        assertThat(urls.offersUrlElicitation()).isTrue();
        assertThat(ClientCapabilities.none().offersFormElicitation()).isFalse();
    }

    // CAP-04
    @Test
    void withElicitationWhenNoModeIsLeftFails() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClientCapabilities.none().withElicitation(false, false))
                .withMessageContaining("elicitation");
    }

    // CAP-10: an identifier needs a prefix
    @Test
    void withExtensionWhenIdentifierHasNoPrefixFails() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ClientCapabilities.none().withExtension("tasks", Map.of()))
                .withMessageContaining("\"extensions\"");
    }

    // CAP-07
    @Test
    void readReportsTheFeaturesThatTheServerOffers() {
        ServerCapabilities capabilities = Json.read(
                "{\"tools\":{\"listChanged\":true},\"prompts\":{},\"resources\":{\"subscribe\":true},\"logging\":{},"
                        + "\"tasks\":{\"cancel\":{},\"requests\":{\"tools\":{\"call\":{}}}},"
                        + "\"extensions\":{\"a.b/c\":{}}}",
                ServerCapabilities.class);

        assertThat(capabilities.hasTools()).isTrue();
        assertThat(capabilities.notifiesToolListChanged()).isTrue();
        assertThat(capabilities.hasPrompts()).isTrue();
        assertThat(capabilities.notifiesPromptListChanged()).isFalse();
        assertThat(capabilities.hasResources()).isTrue();
        assertThat(capabilities.hasResourceSubscriptions()).isTrue();
        assertThat(capabilities.notifiesResourceListChanged()).isFalse();
        assertThat(capabilities.hasLogging()).isTrue();
        assertThat(capabilities.hasCompletions()).isFalse();
        assertThat(capabilities.hasTaskToolCalls()).isTrue();
        assertThat(capabilities.hasTaskCancel()).isTrue();
        assertThat(capabilities.hasTaskList()).isFalse();
        assertThat(capabilities.hasExtension("a.b/c")).isTrue();
    }

    @Test
    void readAcceptsABooleanInsteadOfAnObject() {
        ServerCapabilities capabilities =
                Json.read("{\"logging\":true,\"completions\":false}", ServerCapabilities.class);

        assertThat(capabilities.hasLogging()).isTrue();
        assertThat(capabilities.hasCompletions()).isFalse();
    }

    // CAP-13: neither set is closed
    @Test
    void readAndWriteKeepsUnknownCapabilities() {
        String json = "{\"tools\":{\"pinned\":1},\"teleport\":{\"far\":true},\"experimental\":{\"x\":{}}}";

        assertThat(Json.tree(Json.read(json, ServerCapabilities.class))).isEqualTo(Json.tree(json));
        assertThat(Json.tree(Json.read(json, ClientCapabilities.class))).isEqualTo(Json.tree(json));
    }

    // Fault A09: no capabilities means that nothing is offered
    @Test
    void readWhenInitializeResultHasNoCapabilitiesOffersNothing() {
        for (String capabilities : new String[] {"", ",\"capabilities\":null", ",\"capabilities\":{}"}) {
            InitializeResult result =
                    Json.read("{\"protocolVersion\":\"2025-11-25\"" + capabilities + "}", InitializeResult.class);

            assertThat(result.capabilities()).isEqualTo(ServerCapabilities.none());
            assertThat(result.serverInfo()).isNull();
        }
    }

    @Test
    void readWhenInitializeResultHasNoRevisionNamesTheMember() {
        assertThatExceptionOfType(DatabindException.class)
                .isThrownBy(() -> Json.read("{\"capabilities\":{}}", InitializeResult.class))
                .havingCause()
                .withMessage("initialize result has no \"protocolVersion\"");
    }

    // META-03: name and version are required of us, and only the name of others
    @Test
    void implementationVersionIsRequiredWhenBuiltButNotWhenRead() {
        assertThat(Json.read("{\"name\":\"n\"}", Implementation.class).version())
                .isNull();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Implementation.of("n", " "))
                .withMessage("implementation has no \"version\"");
        assertThat(Json.MAPPER.writeValueAsString(Implementation.of("n", "1").withTitle("T")))
                .isEqualTo("{\"name\":\"n\",\"version\":\"1\",\"title\":\"T\"}");
    }
}
