package io.mcpclient.sample.secured;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.mcpclient.auth.McpTokenStore;
import io.mcpclient.store.InMemoryMcpStore;
import io.mcpclient.store.McpStoredValue;
import io.mcpclient.testkit.Secrets;

/** Keeps tokens as the application would, and knows which ones there have been. */
final class WatchedTokenStore extends InMemoryMcpStore implements McpTokenStore {

    private static final Pattern SECRET = Pattern.compile("\"(?:access|refresh|secret)\" ?: ?\"([^\"]{8,})\"");

    private final Set<String> secrets = ConcurrentHashMap.newKeySet();

    @Override
    public boolean replace(String key, long expectedVersion, McpStoredValue value, Duration timeToLive) {
        Matcher secret = SECRET.matcher(value.text());
        while (secret.find()) {
            this.secrets.add(Secrets.use(secret.group(1)));
        }
        return super.replace(key, expectedVersion, value, timeToLive);
    }

    Set<String> secrets() {
        return Set.copyOf(this.secrets);
    }
}
