package io.mcpclient.sample.secured;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;

import io.mcpclient.sample.SampleApplication;

/** The application with its protected server but without a client for it: the tests are the client. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
        classes = SampleApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "sample.authorization-server.port=0",
            "mcp.servers.everyday.enabled=false",
            "mcp.servers.notes.enabled=false",
            "mcp.servers.desk.enabled=false",
            "mcp.servers.travel.enabled=false",
            "mcp.servers.vault.enabled=false",
        })
@ActiveProfiles("secured")
@DirtiesContext
@interface VaultTest {}
