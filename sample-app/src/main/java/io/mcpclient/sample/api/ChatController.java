package io.mcpclient.sample.api;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

import jakarta.servlet.http.HttpServletRequest;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;

import io.mcpclient.sample.chat.Chat;
import io.mcpclient.sample.chat.ChatSteps;

/**
 * One response of the model as a stream of events: for each tool call {@code tool-call}, any number of {@code progress} and
 * {@code tool-result}, then one {@code answer} or {@code error}. A caller that disconnects cancels the running tool call.
 */
@RestController
@RegisterReflectionForBinding({
    ChatSteps.ToolCall.class,
    ChatSteps.Progress.class,
    ChatSteps.ToolResult.class,
    ChatController.Answer.class,
    ChatController.Failure.class
})
class ChatController {

    private static final Logger logger = LoggerFactory.getLogger(ChatController.class);

    private static final int MAX_CHATS = 16;

    private static final int MAX_LENGTH = 10_000;

    private final Chat chat;

    private final AsyncTaskExecutor executor;

    private final Semaphore running = new Semaphore(MAX_CHATS);

    private final Arguments arguments = new Arguments();

    ChatController(Chat chat, AsyncTaskExecutor executor) {
        this.chat = chat;
        this.executor = executor;
    }

    record Model(String name, boolean local) {}

    record Answer(String text) {}

    record Failure(String detail) {}

    @GetMapping("/api/chat")
    Model model() {
        return new Model(this.chat.modelName(), this.chat.isLocal());
    }

    @PostMapping("/api/chat")
    Flux<ServerSentEvent<Object>> respond(HttpServletRequest request) throws IOException {
        Map<String, String> body = this.arguments.readTexts(request);
        String conversation = required(body, "conversation");
        String message = required(body, "message");
        return CallerEvents.of(sink -> {
            Future<?> task = this.executor.submit(() -> {
                sink.next(respond(conversation, message, new Steps(sink)));
                sink.complete();
            });
            sink.onCancel(() -> task.cancel(true));
        });
    }

    private ServerSentEvent<Object> respond(String conversation, String message, ChatSteps steps) {
        if (!this.running.tryAcquire()) {
            return failure("Too many conversations wait for the model. Try again soon.");
        }
        try {
            return CallerEvents.event("answer", new Answer(this.chat.respond(conversation, message, steps)));
        } catch (RuntimeException ex) {
            logger.warn("The model did not respond", ex);
            return failure("The model did not respond: see the log of the application.");
        } finally {
            this.running.release();
        }
    }

    private static ServerSentEvent<Object> failure(String detail) {
        return CallerEvents.event("error", new Failure(detail));
    }

    private static String required(Map<String, String> body, String name) {
        String value = body.getOrDefault(name, "").strip();
        if (value.isEmpty() || value.length() > MAX_LENGTH) {
            throw new InvalidArgumentsException("The member " + name + " must have 1 to " + MAX_LENGTH + " characters");
        }
        return value;
    }

    /** @param sink sends events to the caller */
    private record Steps(FluxSink<ServerSentEvent<Object>> sink) implements ChatSteps {

        @Override
        public void onToolCall(ToolCall call) {
            this.sink.next(CallerEvents.event("tool-call", call));
        }

        @Override
        public void onProgress(Progress progress) {
            this.sink.next(CallerEvents.event("progress", progress));
        }

        @Override
        public void onToolResult(ToolResult result) {
            this.sink.next(CallerEvents.event("tool-result", result));
        }
    }
}
