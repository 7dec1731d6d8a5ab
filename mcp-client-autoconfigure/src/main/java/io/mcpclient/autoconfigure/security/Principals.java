package io.mcpclient.autoconfigure.security;

import org.springframework.security.core.Authentication;

import io.mcpclient.auth.McpPrincipal;

/** What we call a user whom Spring Security has authenticated. Thread-safe. */
@FunctionalInterface
interface Principals {

    /** Knows names only. */
    Principals BY_NAME = authentication -> McpPrincipal.of(name(authentication));

    /** Names a user, who has a name that is not empty. */
    McpPrincipal of(Authentication authentication);

    /** Returns the name of a user. Whoever calls himself as the application is called is not the application. */
    static String name(Authentication authentication) {
        String name = authentication.getName();
        return name.equals(McpPrincipal.APPLICATION.name()) ? "user " + name : name;
    }
}
