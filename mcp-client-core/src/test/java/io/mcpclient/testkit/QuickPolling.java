package io.mcpclient.testkit;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets tests that await something notice it soon. Awaitility looks every 100 milliseconds, and for the first time after as many,
 * which is most of what many a test takes. At work in all tests without being asked for, as {@link SecretsWatch} is.
 */
public final class QuickPolling implements BeforeAllCallback {

    private static final Duration PAUSE = Duration.ofMillis(10);

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultPollDelay(PAUSE);
        Awaitility.setDefaultPollInterval(PAUSE);
    }
}
