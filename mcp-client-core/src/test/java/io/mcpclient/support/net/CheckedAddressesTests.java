package io.mcpclient.support.net;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import io.netty.util.concurrent.ImmediateEventExecutor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Mono;

import io.mcpclient.time.TimeSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** The last look, at what is connected to: SEC-03, SEC-06; H07. */
@Timeout(60)
class CheckedAddressesTests {

    private final Map<String, List<String>> answers = new HashMap<>();

    private final List<String> asked = new ArrayList<>();

    /** Gives the answers for a host one after the other, and the last one forever; addresses are separated by blanks. */
    private Mono<List<InetAddress>> resolve(String host) {
        return Mono.fromCallable(() -> {
            this.asked.add(host);
            List<String> left = this.answers.get(host);
            if (left == null) {
                throw new UnknownHostException(host);
            }
            String answer = (left.size() > 1) ? left.remove(0) : left.get(0);
            List<InetAddress> addresses = new ArrayList<>();
            for (String address : answer.split(" ")) {
                addresses.add(InetAddress.getByName(address));
            }
            return addresses;
        });
    }

    private void know(String host, String... answers) {
        this.answers.put(host, new ArrayList<>(Arrays.asList(answers)));
    }

    private CheckedAddresses addresses(String scheme, String server) {
        return new CheckedAddresses(
                McpNetworkPolicy.of(URI.create(server), Set.of(URI.create("https://trusted.example.com"))),
                scheme,
                this::resolve,
                TimeSource.system());
    }

    private static List<String> all(CheckedAddresses addresses, InetSocketAddress wanted) throws Exception {
        List<InetSocketAddress> found = addresses
                .getResolver(ImmediateEventExecutor.INSTANCE)
                .resolveAll(wanted)
                .get(5, TimeUnit.SECONDS);
        InetSocketAddress one = addresses
                .getResolver(ImmediateEventExecutor.INSTANCE)
                .resolve(wanted)
                .get(5, TimeUnit.SECONDS);
        assertThat(one.getAddress())
                .isIn(found.stream().map(InetSocketAddress::getAddress).toList());
        assertThat(found).allSatisfy(address -> assertThat(address.getPort()).isEqualTo(443));
        return found.stream()
                .map(address -> address.getAddress().getHostAddress())
                .toList();
    }

    private static InetSocketAddress name(String host) {
        return InetSocketAddress.createUnresolved(host, 443);
    }

    private static Throwable refusal(CheckedAddresses addresses, InetSocketAddress wanted) {
        return catchThrowableOfType(ExecutionException.class, () -> all(addresses, wanted))
                .getCause();
    }

    @Test
    void namesResolveToAllowedAddressesOnly() throws Exception {
        know("as.example.com", "8.8.8.8 10.0.0.1 2606:4700:4700::1111 ::1");

        assertThat(all(addresses("https", "https://8.8.4.4"), name("as.example.com")))
                .containsExactly("8.8.8.8", "2606:4700:4700:0:0:0:0:1111");
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.1, private",
        "127.0.0.1, loopback",
        "169.254.169.254, link-local",
        "0.0.0.0, unspecified",
        "::1, loopback",
        "::ffff:10.0.0.1, private",
        "64:ff9b::a00:1, embedded",
        "2002:7f00:1::1, embedded",
    })
    void namesThatResolveToForbiddenAddressesAreRejected(String address, String type) {
        know("as.example.com", address);

        assertThat(refusal(addresses("https", "https://8.8.4.4"), name("as.example.com")))
                .isInstanceOf(ForbiddenUrlException.class)
                .hasMessage("as.example.com is refused: it resolves to a " + type + " address");
    }

    // a number is connected to without asking, unless this says that it has to be looked at
    @Test
    void numericAddressesAreCheckedToo() throws Exception {
        CheckedAddresses addresses = addresses("https", "https://8.8.4.4");
        InetSocketAddress own = new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 443);

        assertThat(addresses.getResolver(ImmediateEventExecutor.INSTANCE).isResolved(own))
                .isFalse();
        assertThat(refusal(addresses, own)).isInstanceOf(ForbiddenUrlException.class);
        assertThat(refusal(addresses, name("127.0.0.1"))).isInstanceOf(ForbiddenUrlException.class);
        assertThat(all(addresses, new InetSocketAddress(InetAddress.getByName("8.8.8.8"), 443)))
                .containsExactly("8.8.8.8");
        assertThat(this.asked).isEmpty();
    }

    // SEC-06: what is looked at is what is given, however soon the name leads elsewhere
    @Test
    void dnsRebindingHasNoEffect() throws Exception {
        know("as.example.com", "8.8.8.8", "127.0.0.1");
        CheckedAddresses addresses = addresses("https", "https://8.8.4.4");

        List<InetSocketAddress> found = addresses
                .getResolver(ImmediateEventExecutor.INSTANCE)
                .resolveAll(name("as.example.com"))
                .get(5, TimeUnit.SECONDS);

        assertThat(found)
                .extracting(address -> address.getAddress().getHostAddress())
                .containsExactly("8.8.8.8");
        assertThat(this.asked).containsExactly("as.example.com");
        assertThat(refusal(addresses, name("as.example.com"))).isInstanceOf(ForbiddenUrlException.class);
    }

    // a server that is on our side may name its neighbours
    @ParameterizedTest
    @CsvSource({
        "10.0.0.9, 10.0.0.1, true",
        "10.0.0.9 fd00::9, 10.0.0.1, true",
        "10.0.0.9, 127.0.0.1, false",
        "10.0.0.9, 169.254.169.254, false",
        "127.0.0.1 ::1, 127.0.0.1, true",
        "127.0.0.1, 10.0.0.1, false",
        "8.8.8.8, 10.0.0.1, false",
        "8.8.8.8 10.0.0.9, 10.0.0.1, false",
    })
    void addressesOfTheServerDetermineWhatIsAllowed(String server, String address, boolean isAllowed) throws Exception {
        know("mcp.example.com", server);
        know("as.example.com", address);
        CheckedAddresses addresses = addresses("https", "https://mcp.example.com/mcp");

        if (isAllowed) {
            assertThat(all(addresses, name("as.example.com"))).containsExactly(address);
        } else {
            assertThat(refusal(addresses, name("as.example.com"))).isInstanceOf(ForbiddenUrlException.class);
        }
    }

    // SEC-06: nor can it become one of ours later
    @Test
    void serverNameIsResolvedOnceAndOnlyWhenNeeded() throws Exception {
        know("mcp.example.com", "8.8.8.8", "10.0.0.9");
        know("public.example.com", "8.8.8.8");
        know("private.example.com", "10.0.0.1");
        know("trusted.example.com", "10.0.0.1");
        CheckedAddresses addresses = addresses("https", "https://mcp.example.com/mcp");

        assertThat(all(addresses, name("public.example.com"))).containsExactly("8.8.8.8");
        assertThat(all(addresses, name("trusted.example.com"))).containsExactly("10.0.0.1");
        assertThat(this.asked).doesNotContain("mcp.example.com");
        assertThat(refusal(addresses, name("private.example.com"))).isInstanceOf(ForbiddenUrlException.class);
        assertThat(refusal(addresses, name("private.example.com"))).isInstanceOf(ForbiddenUrlException.class);
        assertThat(this.asked).containsOnlyOnce("mcp.example.com");
    }

    @Test
    void serverNameThatIsNotFoundIsResolvedAgain() throws Exception {
        know("as.example.com", "10.0.0.1");
        CheckedAddresses addresses = addresses("https", "https://mcp.example.com/mcp");
        assertThat(refusal(addresses, name("as.example.com"))).isInstanceOf(ForbiddenUrlException.class);

        know("mcp.example.com", "10.0.0.9");

        assertThat(all(addresses, name("as.example.com"))).containsExactly("10.0.0.1");
    }

    // SEC-02: plain http stays on this machine, whatever a name says
    @Test
    void plainHttpIsAllowedToLoopbackOnly() throws Exception {
        know("localhost", "127.0.0.1");
        know("app.localhost", "8.8.8.8");
        CheckedAddresses addresses = addresses("http", "http://localhost:1");

        assertThat(all(addresses, name("localhost"))).containsExactly("127.0.0.1");
        assertThat(refusal(addresses, name("app.localhost"))).isInstanceOf(ForbiddenUrlException.class);
    }

    @Test
    void unknownNamesFailWithUnknownHostException() {
        assertThat(refusal(addresses("https", "https://8.8.4.4"), name("as.example.com")))
                .isInstanceOf(UnknownHostException.class);
        assertThat(refusal(addresses("https", "https://8.8.4.4"), name(""))).isInstanceOf(UnknownHostException.class);
        assertThat(this.asked).containsExactly("as.example.com");
    }
}
