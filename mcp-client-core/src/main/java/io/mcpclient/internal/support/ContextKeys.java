package io.mcpclient.internal.support;

/** Keys in the context of subscribers that libraries define and packages without these libraries use. */
public final class ContextKeys {

    private ContextKeys() {}

    /** Micrometer's key of the current observation. */
    public static final String OBSERVATION = "micrometer.observation";
}
