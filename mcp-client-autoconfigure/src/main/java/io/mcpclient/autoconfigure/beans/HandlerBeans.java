package io.mcpclient.autoconfigure.beans;

import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.util.function.SingletonSupplier;
import reactor.core.publisher.Mono;

import io.mcpclient.McpClientBuilder;
import io.mcpclient.autoconfigure.settings.ServerSettings;
import io.mcpclient.call.McpToolApproval;
import io.mcpclient.call.ReactiveMcpToolApproval;
import io.mcpclient.handler.McpElicitationHandler;
import io.mcpclient.handler.McpRequestContext;
import io.mcpclient.handler.McpRootsProvider;
import io.mcpclient.handler.McpSamplingApproval;
import io.mcpclient.handler.McpSamplingHandler;
import io.mcpclient.handler.McpUrlElicitationHandler;
import io.mcpclient.handler.ReactiveMcpElicitationHandler;
import io.mcpclient.handler.ReactiveMcpRootsProvider;
import io.mcpclient.handler.ReactiveMcpSamplingApproval;
import io.mcpclient.handler.ReactiveMcpSamplingHandler;
import io.mcpclient.handler.ReactiveMcpUrlElicitationHandler;
import io.mcpclient.schema.CreateMessageParams;
import io.mcpclient.schema.CreateMessageResult;

/**
 * Configures the beans that handle the requests of a client's server: one of each kind. A bean for that server takes
 * precedence over one for all servers, a primary bean over others; any other ambiguity is an error. The bean is chosen when
 * the client is created, but looked up on first use because it may depend on clients.
 */
public final class HandlerBeans {

    private final ServerBeans beans;

    public HandlerBeans(ServerBeans beans) {
        this.beans = beans;
    }

    /** Gives the handlers for a server to the builder of its client. */
    public void applyTo(String server, ServerSettings.Offers offers, McpClientBuilder builder) {
        Choice choice = new Choice(server);
        if (offers.has("sampling")) {
            var handler = choice.of(
                    "capabilities.sampling",
                    McpSamplingHandler.class,
                    ReactiveMcpSamplingHandler.class,
                    ReactiveMcpSamplingHandler::of);
            if (handler != null) {
                builder.reactiveSampling(new LateSamplingHandler(handler));
            }
            var approval = choice.of(
                    "capabilities.sampling",
                    McpSamplingApproval.class,
                    ReactiveMcpSamplingApproval.class,
                    ReactiveMcpSamplingApproval::of);
            if (approval != null) {
                builder.reactiveSamplingApproval(new LateSamplingApproval(approval, handler));
            }
        }
        if (offers.has("elicitation")) {
            var handler = choice.of(
                    "capabilities.elicitation",
                    McpElicitationHandler.class,
                    ReactiveMcpElicitationHandler.class,
                    ReactiveMcpElicitationHandler::of);
            if (handler != null) {
                builder.reactiveElicitation((params, context) -> handler.get().elicit(params, context));
            }
            var urlHandler = choice.of(
                    "capabilities.elicitation",
                    McpUrlElicitationHandler.class,
                    ReactiveMcpUrlElicitationHandler.class,
                    ReactiveMcpUrlElicitationHandler::of);
            if (urlHandler != null) {
                builder.reactiveUrlElicitation(
                        (params, context) -> urlHandler.get().elicit(params, context));
            }
        }
        if (offers.has("roots")) {
            var provider = choice.of(
                    "capabilities.roots",
                    McpRootsProvider.class,
                    ReactiveMcpRootsProvider.class,
                    ReactiveMcpRootsProvider::of);
            if (provider != null) {
                builder.reactiveRoots(context -> provider.get().roots(context));
            }
        }
    }

    /** Selects among the beans for one server. */
    private final class Choice {

        private final String server;

        Choice(String server) {
            this.server = server;
        }

        <B, R> @Nullable Supplier<R> of(String property, Class<B> blocking, Class<R> reactive, Function<B, R> adapter) {
            String name = HandlerBeans.this.beans.choose(
                    this.server, "mcp.servers." + this.server + "." + property, blocking, reactive);
            return (name != null) ? SingletonSupplier.of(() -> bean(name, blocking, reactive, adapter)) : null;
        }
    }

    /** Sets the bean that decides on tool calls. It is looked up at the first decision, because it may depend on clients. */
    public void applyApproval(String server, McpClientBuilder builder) {
        var approval = new Choice(server)
                .of(
                        "tools.approval",
                        McpToolApproval.class,
                        ReactiveMcpToolApproval.class,
                        ReactiveMcpToolApproval::of);
        if (approval != null) {
            builder.reactiveToolApproval(request -> approval.get().decide(request));
        }
    }

    private <B, R> R bean(String name, Class<B> blocking, Class<R> reactive, Function<B, R> adapter) {
        Object bean = this.beans.beanFactory().getBean(name);
        return reactive.isInstance(bean) ? reactive.cast(bean) : adapter.apply(blocking.cast(bean));
    }

    private record LateSamplingHandler(Supplier<ReactiveMcpSamplingHandler> bean)
            implements ReactiveMcpSamplingHandler {

        @Override
        public Mono<CreateMessageResult> createMessage(CreateMessageParams params, McpRequestContext context) {
            return this.bean.get().createMessage(params, context);
        }

        @Override
        public boolean supportsTools() {
            return this.bean.get().supportsTools();
        }
    }

    /** Passes the handler bean itself on, which an approval may compare; without one, the handler of a customizer. */
    private record LateSamplingApproval(
            Supplier<ReactiveMcpSamplingApproval> bean,
            @Nullable Supplier<ReactiveMcpSamplingHandler> handler) implements ReactiveMcpSamplingApproval {

        @Override
        public Mono<Boolean> approve(CreateMessageParams params, McpRequestContext context) {
            return this.bean.get().approve(params, context);
        }

        @Override
        public Mono<CreateMessageResult> respond(
                CreateMessageParams params, McpRequestContext context, ReactiveMcpSamplingHandler late) {
            return this.bean.get().respond(params, context, (this.handler != null) ? this.handler.get() : late);
        }
    }
}
