package io.mcpclient.auth;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** The identities on behalf of which a server is called. */
class McpPrincipalTests {

    // fault H26: names come from users, and sessions and tokens are stored under them
    @Test
    void whenNameIsReservedForTheApplicationThenItIsRejected() {
        String name = McpPrincipal.APPLICATION.name();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> McpPrincipal.of(name))
                .withMessageContaining("\"" + name + "\" is the name of the application")
                .withMessageContaining("Add a prefix");
        assertThat(McpPrincipal.APPLICATION.isApplication()).isTrue();
    }

    @Test
    void whenNameIsEmptyThenItIsRejected() {
        assertThatIllegalArgumentException().isThrownBy(() -> McpPrincipal.of(""));
    }

    @Test
    void whenOnlyLoginNamesAreEqualThenPrincipalsDiffer() {
        McpPrincipal one = McpPrincipal.of("https://one.example 1001").withLoginName("1001");
        McpPrincipal other = McpPrincipal.of("https://other.example 1001").withLoginName("1001");

        assertThat(one).isNotEqualTo(other).isNotEqualTo(McpPrincipal.of("1001"));
        assertThat(one.loginName()).isEqualTo(other.loginName()).isEqualTo("1001");
        assertThat(one.isApplication()).isFalse();
    }

    @Test
    void whenLoginNameIsNotSetThenItIsTheName() {
        assertThat(McpPrincipal.of("alice").loginName()).isEqualTo("alice");
    }
}
