package io.mcpclient;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

import io.mcpclient.auth.AuthorizedRequest;
import io.mcpclient.auth.HttpAuthorization;
import io.mcpclient.auth.HttpCredentials;
import io.mcpclient.auth.HttpRefusal;
import io.mcpclient.auth.McpPrincipal;
import io.mcpclient.auth.McpPrincipalResolver;
import io.mcpclient.auth.McpSubjectToken;
import io.mcpclient.auth.ProtectedServer;
import io.mcpclient.settings.McpProtocol;
import io.mcpclient.testkit.RecordedRequest;
import io.mcpclient.testkit.Reply;
import io.mcpclient.testkit.ScriptedHttpServer;
import io.mcpclient.testkit.ScriptedLegacyServer;

import static org.assertj.core.api.Assertions.assertThat;

/** What tests of several identities share: who is calling, who the server sees, and what it gives to whom. */
final class UserServers {

    static final Duration LIMIT = Duration.ofSeconds(20);

    /** Whom the server takes a request without a user's credentials for. */
    static final String APPLICATION = McpPrincipal.APPLICATION.name();

    /** Who is using this thread, as a servlet container or a security library would know. */
    static final ThreadLocal<@Nullable String> USER = new ThreadLocal<>();

    /** What precedes the name in credentials; a token that is an ordinary word would be masked in all texts of this JVM. */
    private static final String CREDENTIALS = "Bearer token-of-";

    private static final String USER_KEY = "user";

    /** Has a thread-bound and a reactive current user; the latter takes precedence. */
    static final McpPrincipalResolver CURRENT = () -> Mono.deferContextual(
            context -> Mono.justOrEmpty(context.<String>getOrEmpty(USER_KEY).or(() -> Optional.ofNullable(USER.get())))
                    .map(UserServers::principal));

    private UserServers() {}

    static McpPrincipal principal(String name) {
        return McpPrincipal.of(name, new McpSubjectToken("subject-of-" + name, McpSubjectToken.ACCESS_TOKEN));
    }

    /** Runs an action on this thread on behalf of a user. */
    static <T extends @Nullable Object> T as(@Nullable String user, Supplier<T> work) {
        @Nullable String before = USER.get();
        USER.set(user);
        try {
            return work.get();
        } finally {
            USER.set(before);
        }
    }

    static Context inContext(String user) {
        return Context.of(USER_KEY, user);
    }

    /** A client of the server whose requests bear the credentials of their principal. */
    static McpClient client(ScriptedHttpServer server, UnaryOperator<McpClientBuilder> settings) {
        return settings.apply(McpClient.builder("weather")
                        .url(server.url())
                        .authorization(UserServers::credentials)
                        .protocol(protocol -> protocol.withEra(
                                (server instanceof ScriptedLegacyServer) ? McpProtocol.LEGACY : McpProtocol.MODERN))
                        .timeouts(timeouts -> timeouts.withRequest(LIMIT))
                        .principals(CURRENT))
                .build();
    }

    /** Credentials that tell the server the name, looked up for each request. */
    private static HttpAuthorization credentials(ProtectedServer server) {
        return new HttpAuthorization() {
            @Override
            public Mono<HttpCredentials> authorize(AuthorizedRequest request) {
                String name = server.principal().get().name();
                return Mono.just(new HttpCredentials(Map.of("Authorization", CREDENTIALS + name), null));
            }

            @Override
            public Mono<HttpCredentials> reauthorize(
                    AuthorizedRequest request, HttpCredentials refused, HttpRefusal refusal) {
                return Mono.empty();
            }
        };
    }

    /** Returns the user on whose behalf a request was sent. */
    static String userOf(RecordedRequest request) {
        String credentials = String.valueOf(request.header("Authorization"));
        assertThat(credentials).startsWith(CREDENTIALS);
        return credentials.substring(CREDENTIALS.length());
    }

    static Set<String> users(List<RecordedRequest> requests) {
        return requests.stream().map(UserServers::userOf).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Sessions by the users that used them. */
    static Map<String, Set<String>> usersBySession(ScriptedHttpServer server) {
        return server.requests().stream()
                .filter(request -> request.header(ScriptedLegacyServer.SESSION_HEADER) != null)
                .collect(Collectors.groupingBy(
                        request -> String.valueOf(request.header(ScriptedLegacyServer.SESSION_HEADER)),
                        Collectors.mapping(UserServers::userOf, Collectors.toSet())));
    }

    /** Has the server list, for each user, one tool with the user's name, and one shared tool. */
    static void listToolsOfUser(ScriptedHttpServer server, String hints) {
        server.on("tools/list")
                .optionally()
                .reply(request -> Reply.result("{\"resultType\":\"complete\",\"tools\":[" + tool("echo") + ","
                        + tool("of-" + userOf(request)) + "]" + hints + "}"));
    }

    static String tool(String name, String... members) {
        return "{\"name\":\"" + name + "\",\"inputSchema\":{\"type\":\"object\"}"
                + Arrays.stream(members).map(member -> "," + member).collect(Collectors.joining()) + "}";
    }

    /** Lets the server return to each caller of a tool the user that it recognizes. */
    static void tellUser(ScriptedHttpServer server) {
        server.on("tools/call")
                .optionally()
                .reply(request ->
                        Reply.result("{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":\""
                                + userOf(request) + "\"}]}"));
    }
}
