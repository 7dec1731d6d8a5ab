package io.mcpclient.sample.secured;

import java.io.IOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.springframework.web.util.HtmlUtils;

import static java.nio.charset.StandardCharsets.UTF_8;

/** What a user does with a browser, without one: cookies, redirects, forms. */
final class Browser {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private static final int MAX_REDIRECTS = 10;

    private static final Pattern FORM =
            Pattern.compile("<form[^>]* action=\"([^\"]*)\"[^>]*>(.*?)</form>", Pattern.DOTALL);

    private static final Pattern INPUT = Pattern.compile("<input[^>]* name=\"([^\"]*)\"(?:[^>]* value=\"([^\"]*)\")?");

    private final HttpClient client = HttpClient.newBuilder()
            .cookieHandler(new CookieManager(null, CookiePolicy.ACCEPT_ALL))
            .connectTimeout(LIMIT)
            .build();

    private final Predicate<URI> stop;

    /** A browser that follows redirects wherever they lead. */
    Browser() {
        this(address -> false);
    }

    /** A browser that stops at redirects to certain addresses: they are what it shows then. */
    Browser(Predicate<URI> stop) {
        this.stop = stop;
    }

    /**
     * What is shown.
     *
     * @param address where it is
     * @param status its HTTP status; 0 if it was not asked for
     * @param text its text
     */
    record Page(URI address, int status, String text) {

        boolean has(String words) {
            return this.text.contains(words);
        }

        /** The value of a parameter in its address, decoded, or {@code null}. */
        String parameter(String name) {
            String query = this.address.getRawQuery();
            Matcher matcher = Pattern.compile("(?:^|&)" + name + "=([^&]*)").matcher((query != null) ? query : "");
            return matcher.find() ? URLDecoder.decode(matcher.group(1), UTF_8) : null;
        }
    }

    Page open(String address) {
        return follow(HttpRequest.newBuilder(URI.create(address)));
    }

    Page open(URI address) {
        return open(address.toString());
    }

    /**
     * Sends a form of a page, with what is in its fields unless something else is said.
     * @param page the page
     * @param index which form, from 0
     * @param typed what is typed in, or {@code null} to leave a field out, by name
     */
    Page submit(Page page, int index, Map<String, String> typed) {
        Matcher forms = FORM.matcher(page.text());
        for (int i = 0; i <= index; i++) {
            if (!forms.find()) {
                throw new AssertionError("There is no such form on " + page);
            }
        }
        Map<String, String> values = new LinkedHashMap<>();
        StringBuilder body = new StringBuilder();
        Matcher inputs = INPUT.matcher(forms.group(2));
        while (inputs.find()) {
            String value = typed.getOrDefault(inputs.group(1), (inputs.group(2) != null) ? inputs.group(2) : "");
            body.append(body.isEmpty() ? "" : "&")
                    .append(encode(HtmlUtils.htmlUnescape(inputs.group(1))))
                    .append('=')
                    .append(encode(HtmlUtils.htmlUnescape(value)));
            values.put(inputs.group(1), value);
        }
        if (!values.keySet().containsAll(typed.keySet())) {
            throw new AssertionError("The form has only " + values.keySet());
        }
        URI target = page.address().resolve(HtmlUtils.htmlUnescape(forms.group(1)));
        return follow(HttpRequest.newBuilder(target)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body.toString())));
    }

    /** Encodes parameters that alternate with their values. */
    static String query(String... namesAndValues) {
        Map<String, String> all = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            all.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return all.entrySet().stream()
                .map(one -> one.getKey() + "=" + encode(one.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, UTF_8);
    }

    private Page follow(HttpRequest.Builder request) {
        HttpRequest next = html(request);
        for (int i = 0; i < MAX_REDIRECTS; i++) {
            HttpResponse<String> response = send(next);
            if (response.statusCode() / 100 != 3) {
                return new Page(next.uri(), response.statusCode(), response.body());
            }
            URI target =
                    next.uri().resolve(response.headers().firstValue("Location").orElseThrow());
            if (this.stop.test(target)) {
                return new Page(target, 0, "");
            }
            next = html(HttpRequest.newBuilder(target));
        }
        throw new AssertionError("There is no end of redirects");
    }

    private static HttpRequest html(HttpRequest.Builder request) {
        return request.timeout(LIMIT).header("Accept", "text/html").build();
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return this.client.send(request, BodyHandlers.ofString());
        } catch (IOException ex) {
            throw new AssertionError("No answer from " + request.uri(), ex);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new AssertionError(ex);
        }
    }
}
