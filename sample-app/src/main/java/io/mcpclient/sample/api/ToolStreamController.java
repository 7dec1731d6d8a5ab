package io.mcpclient.sample.api;

import java.io.IOException;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;

import io.mcpclient.McpClients;
import io.mcpclient.registry.McpRegisteredTool;
import io.mcpclient.registry.McpToolRegistry;

/** Calls a tool and streams its progress and the log messages of its server. */
@RestController
@RegisterReflectionForBinding({ToolStream.Progress.class, ToolStream.Log.class})
class ToolStreamController {

    private final McpToolRegistry registry;

    private final McpClients clients;

    private final Arguments arguments = new Arguments();

    ToolStreamController(McpToolRegistry registry, McpClients clients) {
        this.registry = registry;
        this.clients = clients;
    }

    @PostMapping("/api/tools/{name}/stream")
    Flux<ServerSentEvent<Object>> call(@PathVariable("name") String name, HttpServletRequest request)
            throws IOException {
        McpRegisteredTool tool =
                this.registry.snapshot().find(name).orElseThrow(() -> new NotFoundException("There is no such tool"));
        Map<String, Object> arguments = this.arguments.read(request);
        return new ToolStream(this.clients.find(tool.server()).orElse(null))
                .follow(options -> this.registry.callToolReactive(name, arguments, options));
    }
}
