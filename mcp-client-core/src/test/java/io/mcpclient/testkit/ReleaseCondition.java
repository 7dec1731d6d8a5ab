package io.mcpclient.testkit;

import java.time.Duration;

/** The condition that releases a reply. */
interface ReleaseCondition {

    /** Returns whether the gate opened in time. */
    boolean await(Duration limit) throws InterruptedException;
}
