package io.mcpclient.sample.embedded.stateless;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.Timeout;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.annotation.DirtiesContext;

import io.mcpclient.sample.SampleApplication;

/** The application with its embedded servers but without clients for them: the tests are the client. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
        classes = SampleApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "mcp.servers.everyday.enabled=false",
            "mcp.servers.notes.enabled=false",
            "mcp.servers.desk.enabled=false",
            "mcp.servers.travel.enabled=false",
        })
@DirtiesContext
@Timeout(60)
@interface TravelTest {}
