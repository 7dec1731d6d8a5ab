package io.mcpclient.sample.api;

import java.io.IOException;
import java.util.List;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;
import io.mcpclient.jsonrpc.JsonCodec;
import io.mcpclient.jsonrpc.JsonLimits;
import io.mcpclient.registry.McpToolRegistry;
import io.mcpclient.schema.CallToolResult;

/** Lists the tools of all servers and calls one of them. */
@RestController
class ToolsController {

    private final McpToolRegistry registry;

    private final Arguments arguments = new Arguments();

    /** Writes results as in the protocol: members that the server omits are omitted. */
    private final JsonCodec codec = new JsonCodec(JsonLimits.DEFAULT);

    ToolsController(McpToolRegistry registry) {
        this.registry = registry;
    }

    @GetMapping("/api/tools")
    List<ToolView> tools() {
        return this.registry.snapshot().tools().stream().map(ToolView::of).toList();
    }

    /**
     * Calls a tool and waits for its result, for as long as the caller does. Names may contain slashes,
     * hence the pattern for the rest of the path.
     */
    @PostMapping("/api/tools/{*name}")
    ResponseEntity<String> call(@PathVariable("name") String path, HttpServletRequest request)
            throws IOException, InterruptedException {
        String name = path.substring(1);
        Mono<CallToolResult> call =
                this.registry.callToolReactive(name, this.arguments.read(request), McpCallOptions.defaults());
        CallToolResult result = ClientDisconnects.await(call, request);
        if (result == null) {
            return ResponseEntity.internalServerError().build(); // the caller is gone
        }
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(this.codec.toJson(result));
    }
}
