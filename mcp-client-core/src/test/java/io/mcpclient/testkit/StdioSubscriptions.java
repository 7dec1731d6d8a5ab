package io.mcpclient.testkit;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The subscriptions of a {@link StdioServerMain} that is {@code modern}. A test moves them by requests of its own:
 *
 * <pre>
 *  test/listening                            answers {"streams":COUNT}
 *  test/notify {"name":METHOD,"uri":URI}     sends the notification on every subscription; the uri may be missing
 *  test/end                                  ends every subscription with the answer to its request
 *  test/cancel                               ends every subscription with notifications/cancelled
 * </pre>
 */
final class StdioSubscriptions {

    private static final Pattern NAME = Pattern.compile("\"name\":\"([^\"]*)\"");

    private static final Pattern URI = Pattern.compile("\"uri\":(\"[^\"]*\")");

    private static final Pattern REQUEST_ID = Pattern.compile("\"requestId\":(\\d+|\"[^\"]*\")");

    /** The JSON texts of their ids. */
    private final Set<String> open = new LinkedHashSet<>();

    int count() {
        return this.open.size();
    }

    /** Opens a subscription. @return its acknowledgment, of all that was asked for */
    String open(String id, String params) {
        this.open.add(id);
        String filter = object(params, "notifications");
        return notification("notifications/subscriptions/acknowledged", id, ",\"notifications\":" + filter);
    }

    /** The client gave up a subscription, or a request that is none. */
    void cancelled(String params) {
        Matcher requestId = REQUEST_ID.matcher(params);
        if (requestId.find()) {
            this.open.remove(requestId.group(1));
        }
    }

    List<String> notifications(String params) {
        Matcher name = NAME.matcher(params);
        Matcher uri = URI.matcher(params);
        String method = name.find() ? name.group(1) : "";
        String members = uri.find() ? ",\"uri\":" + uri.group(1) : "";
        return this.open.stream().map(id -> notification(method, id, members)).toList();
    }

    List<String> endings() {
        List<String> endings = this.open.stream()
                .map(id -> "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{\"resultType\":\"complete\"," + meta(id)
                        + "}}")
                .toList();
        this.open.clear();
        return endings;
    }

    List<String> cancellations() {
        List<String> cancellations = new ArrayList<>();
        this.open.forEach(id -> cancellations.add(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" + id + "}}"));
        this.open.clear();
        return cancellations;
    }

    private static String notification(String method, String id, String members) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":{" + meta(id) + members + "}}";
    }

    private static String meta(String id) {
        return "\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":" + id + "}";
    }

    /** The text of the first object that is a member by this name, {@code null} without one. */
    static @Nullable String object(String json, String member) {
        int begin = json.indexOf("\"" + member + "\":{");
        if (begin < 0) {
            return null;
        }
        int value = begin + member.length() + 3;
        return json.substring(value, end(json, value));
    }

    /** The text without that object. */
    static String without(String json, String member) {
        String object = object(json, member);
        if (object == null) {
            return json;
        }
        String whole = "\"" + member + "\":" + object;
        return json.replace(whole + ",", "").replace("," + whole, "").replace(whole, "");
    }

    private static int end(String json, int begin) {
        int depth = 0;
        boolean quoted = false;
        for (int i = begin; i < json.length(); i++) {
            char c = json.charAt(i);
            if (quoted && c == '\\') {
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (!quoted && c == '{') {
                depth++;
            } else if (!quoted && c == '}' && --depth == 0) {
                return i + 1;
            }
        }
        return json.length();
    }
}
