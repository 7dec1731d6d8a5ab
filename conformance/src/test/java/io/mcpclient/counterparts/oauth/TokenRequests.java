package io.mcpclient.counterparts.oauth;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.web.filter.OncePerRequestFilter;

/** Counts what is asked of an authorization server: its endpoints, with the type of the grant where there is one. */
final class TokenRequests extends OncePerRequestFilter {

    private final List<String> seen = new CopyOnWriteArrayList<>();

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String grant = request.getParameter("grant_type");
        this.seen.add((grant != null) ? grant : request.getMethod() + " " + request.getRequestURI());
        chain.doFilter(request, response);
    }

    /** How often something was asked for: a type of a grant, or method and path. */
    int count(String what) {
        return Collections.frequency(this.seen, what);
    }

    void clear() {
        this.seen.clear();
    }
}
