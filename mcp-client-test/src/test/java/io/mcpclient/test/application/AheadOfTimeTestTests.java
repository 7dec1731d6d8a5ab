package io.mcpclient.test.application;

import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.aot.TestContextAotGenerator;

import io.mcpclient.test.AutoConfigureMcpTestServer;

import static org.assertj.core.api.Assertions.assertThatNoException;

/** The build of an application that processes its tests ahead of time, for native tests. */
class AheadOfTimeTestTests {

    @SpringBootTest(classes = Travel.class)
    @AutoConfigureMcpTestServer("weather")
    static class Replacing {}

    @Test
    void testWithATestServerIsLeftOut() {
        TestContextAotGenerator generator = new TestContextAotGenerator(new InMemoryGeneratedFiles());

        assertThatNoException().isThrownBy(() -> generator.processAheadOfTime(Stream.of(Replacing.class)));
    }
}
