package io.mcpclient.counterparts.oauth;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.auth.McpAuthorizationPrompt;
import io.mcpclient.auth.McpAuthorizationRequest;

/**
 * A user with a browser that knows links, forms and cookies: logs in, and agrees to everything that is asked for. Nobody is at
 * the redirect URI: where the browser is sent is enough.
 */
final class Visitor implements McpAuthorizationPrompt {

    private static final URI REDIRECT_URI = URI.create("http://127.0.0.1:9/callback");

    private static final Pattern INPUT = Pattern.compile("<input[^>]*>");

    private static final Pattern ACTION = Pattern.compile("<form[^>]*action=\"([^\"]*)\"");

    private static final int MOST_PAGES = 10;

    private final HttpClient browser = HttpClient.newBuilder()
            .cookieHandler(new CookieManager())
            .connectTimeout(Duration.ofSeconds(10))
            .build();

    private final AtomicInteger prompts = new AtomicInteger();

    private volatile List<String> scopes = List.of();

    @Override
    public Mono<URI> prompt(McpAuthorizationRequest request) {
        this.prompts.incrementAndGet();
        this.scopes = request.scopes();
        return Mono.fromCallable(() -> visit(request.url())).subscribeOn(Schedulers.boundedElastic());
    }

    @Override
    public URI redirectUri() {
        return REDIRECT_URI;
    }

    int prompts() {
        return this.prompts.get();
    }

    /** What was asked for last. */
    List<String> scopes() {
        return this.scopes;
    }

    private URI visit(URI first) throws IOException, InterruptedException {
        HttpRequest next = HttpRequest.newBuilder(first).GET().build();
        for (int page = 0; page < MOST_PAGES; page++) {
            HttpResponse<String> answer = this.browser.send(
                    HttpRequest.newBuilder(next, (name, value) -> true)
                            .timeout(Duration.ofSeconds(10))
                            .header("Accept", "text/html")
                            .build(),
                    BodyHandlers.ofString());
            String location = answer.headers().firstValue("Location").orElse(null);
            if (location != null && location.startsWith(REDIRECT_URI.toString())) {
                return URI.create(location);
            }
            next = (location != null)
                    ? HttpRequest.newBuilder(next.uri().resolve(location)).GET().build()
                    : filledIn(next.uri(), answer);
        }
        throw new IOException("lost on the pages of the authorization server");
    }

    private static HttpRequest filledIn(URI page, HttpResponse<String> answer) throws IOException {
        Matcher form = ACTION.matcher(answer.body());
        if (answer.statusCode() != 200 || !form.find()) {
            throw new IOException("status " + answer.statusCode() + " and no form at " + page.getPath());
        }
        List<String> fields = new ArrayList<>();
        Matcher input = INPUT.matcher(answer.body());
        while (input.find()) {
            String name = attribute(input.group(), "name");
            String value = value(name, attribute(input.group(), "value"));
            if (name != null && value != null) {
                fields.add(encoded(name) + "=" + encoded(value));
            }
        }
        return HttpRequest.newBuilder(page.resolve(form.group(1)))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(String.join("&", fields)))
                .build();
    }

    private static @Nullable String value(@Nullable String name, @Nullable String preset) {
        if ("username".equals(name)) {
            return Authority.USER;
        }
        return "password".equals(name) ? Authority.PASSWORD : preset;
    }

    private static @Nullable String attribute(String tag, String name) {
        Matcher value = Pattern.compile("\\b" + name + "=\"([^\"]*)\"").matcher(tag);
        return value.find() ? value.group(1) : null;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
