package io.mcpclient.sample.api;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

import io.mcpclient.sample.chat.Chat;
import io.mcpclient.sample.chat.ChatSteps;

/**
 * One response of the model as a stream of events: for each tool call {@code tool-call}, any number of {@code progress} and
 * {@code tool-result}, then one {@code answer} or {@code error}. A caller that disconnects cancels the running tool call.
 */
@RestController
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
    SseEmitter respond(HttpServletRequest request) throws IOException {
        Map<String, String> body = this.arguments.readTexts(request);
        String conversation = required(body, "conversation");
        String message = required(body, "message");
        EventSender events = new EventSender();
        AtomicReference<@Nullable Future<?>> task = new AtomicReference<>();
        SseEmitter emitter = events.start(() -> {
            Future<?> present = task.get();
            if (present != null) {
                present.cancel(true);
            }
        });
        task.set(this.executor.submit(() -> respond(conversation, message, events)));
        return emitter;
    }

    private void respond(String conversation, String message, EventSender events) {
        if (!this.running.tryAcquire()) {
            events.last("error", new Failure("Too many conversations wait for the model. Try again soon."));
            return;
        }
        try {
            events.last("answer", new Answer(this.chat.respond(conversation, message, new Steps(events))));
        } catch (RuntimeException ex) {
            logger.warn("The model did not respond", ex);
            events.last("error", new Failure("The model did not respond: see the log of the application."));
        } finally {
            this.running.release();
        }
    }

    private static String required(Map<String, String> body, String name) {
        String value = body.getOrDefault(name, "").strip();
        if (value.isEmpty() || value.length() > MAX_LENGTH) {
            throw new InvalidArgumentsException("The member " + name + " must have 1 to " + MAX_LENGTH + " characters");
        }
        return value;
    }

    /** @param events sender of the stream */
    private record Steps(EventSender events) implements ChatSteps {

        @Override
        public void onToolCall(ToolCall call) {
            this.events.send("tool-call", call);
        }

        @Override
        public void onProgress(Progress progress) {
            this.events.send("progress", progress);
        }

        @Override
        public void onToolResult(ToolResult result) {
            this.events.send("tool-result", result);
        }
    }
}
