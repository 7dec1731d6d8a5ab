package io.mcpclient.testkit;

import java.time.Duration;

/** What a reply waits for until the test lets it go. */
interface ReleaseCondition {

    /** Returns whether the gate opened in time. */
    boolean await(Duration limit) throws InterruptedException;
}
