package io.mcpclient.console;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

import io.mcpclient.console.internal.json.ConsoleJson;
import io.mcpclient.console.internal.live.EventStreams;
import io.mcpclient.console.internal.wire.CallOwner;
import io.mcpclient.console.internal.wire.WireArea;
import io.mcpclient.console.internal.wire.WireLog;
import io.mcpclient.console.internal.wire.WireRecorder;
import io.mcpclient.spring.McpClientCustomizer;

/** Recent requests of all clients. Nothing here depends on clients: they look up their interceptors when they are created. */
@Configuration(proxyBeanMethods = false)
class WireConfiguration {

    @Bean
    WireLog mcpConsoleWireLog(McpConsoleProperties properties) {
        McpConsoleProperties.Wire wire = properties.wire();
        return new WireLog(new WireLog.Limits(
                wire.maxRequests(), wire.maxAge(), wire.maxSize().toBytes(), (int)
                        wire.maxMessageSize().toBytes()));
    }

    @Bean
    CallOwner mcpConsoleCallOwner(Access mcpConsoleAccess) {
        return mcpConsoleAccess.secured() ? new CallOwner(true, ThreadUser::name) : new CallOwner(false, () -> null);
    }

    @Bean
    WireRecorder mcpConsoleWireRecorder(
            WireLog mcpConsoleWireLog,
            CallOwner mcpConsoleCallOwner,
            ConsoleJson mcpConsoleJson,
            EventStreams mcpConsoleEventStreams) {
        return new WireRecorder(
                mcpConsoleWireLog,
                mcpConsoleCallOwner,
                mcpConsoleJson,
                mcpConsoleEventStreams,
                McpConsoleAutoConfiguration.clock());
    }

    /** After the customizers of the application, whose transports it sees. */
    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    McpClientCustomizer mcpConsoleWireCustomizer(ObjectProvider<WireRecorder> recorder) {
        return (server, builder) ->
                builder.decorateTransport(provider -> recorder.getObject().recording(provider));
    }

    @Bean
    WireArea mcpConsoleWireArea(WireLog mcpConsoleWireLog) {
        return new WireArea(mcpConsoleWireLog, McpConsoleAutoConfiguration.clock());
    }

    /** A class of its own: its library is optional. */
    private static final class ThreadUser {

        static @Nullable String name() {
            Authentication user = SecurityContextHolder.getContext().getAuthentication();
            return (user != null && user.isAuthenticated()) ? user.getName() : null;
        }
    }
}
