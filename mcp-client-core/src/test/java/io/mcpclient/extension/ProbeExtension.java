package io.mcpclient.extension;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

import reactor.core.publisher.Mono;

import io.mcpclient.call.McpCallOptions;

/** An extension with one method of each kind. */
class ProbeExtension implements McpExtension<ProbeExtension.Api, ProbeExtension.ReactiveApi> {

    static final String ID = "com.example/probe";

    static final String READ = "probe/read";

    static final String WRITE = "probe/write";

    static final String EXTRA = "probe/extra";

    private final Map<String, Object> settings;

    ProbeExtension(Map<String, Object> settings) {
        this.settings = settings;
    }

    record ReactiveApi(McpExtensionContext context, List<Object> notifications) {

        Mono<Map<?, ?>> call(String method) {
            return this.context
                    .request(method, Map.of("a", 1), Map.class, McpCallOptions.defaults())
                    .map(result -> (Map<?, ?>) result);
        }
    }

    record Api(ReactiveApi reactive) {

        Map<?, ?> call(String method) {
            return this.reactive.context().await(method, this.reactive.call(method), Duration.ofSeconds(20));
        }
    }

    @Override
    public String identifier() {
        return ID;
    }

    @Override
    public Class<Api> type() {
        return Api.class;
    }

    @Override
    public Class<ReactiveApi> reactiveType() {
        return ReactiveApi.class;
    }

    @Override
    public List<McpExtensionMethod> methods() {
        return List.of(
                McpExtensionMethod.reading(READ),
                McpExtensionMethod.writing(WRITE),
                McpExtensionMethod.reading(EXTRA).withRequiredSetting("extra"));
    }

    @Override
    public Map<String, Object> settings() {
        return this.settings;
    }

    @Override
    public Set<String> revisions() {
        return Set.of("2");
    }

    @Override
    public ReactiveApi create(McpExtensionContext context) {
        List<Object> notifications = new CopyOnWriteArrayList<>();
        context.onNotification("notifications/probe", (method, params) -> notifications.add(params));
        context.onRequest("probe/ask", (params, origin) -> Mono.just(Map.of("told", true)));
        return new ReactiveApi(context, notifications);
    }

    @Override
    public Api blocking(ReactiveApi reactive, McpExtensionContext context) {
        return new Api(reactive);
    }
}
