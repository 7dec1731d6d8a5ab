package io.mcpclient.console.internal.chat;

import java.util.List;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

/** Models of the application, as a framework provides them. Thread-safe. */
public interface ChatEngine {

    /**
     * A model.
     *
     * @param id identifies it among the models of the engine
     * @param name name for people
     * @param framework name of the framework
     */
    record Model(String id, String name, String framework) {}

    /**
     * An earlier message with its answer.
     *
     * @param message message of the user
     * @param answer answer of the model
     */
    record Exchange(String message, String answer) {}

    /**
     * A message for a model.
     *
     * @param model id of the model
     * @param conversation id of the conversation, by which the application may store its messages
     * @param history earlier messages, oldest first
     * @param message message of the user
     * @param tools tools that the model may call
     */
    record Request(String model, String conversation, List<Exchange> history, String message, ChatTools tools) {}

    /**
     * A part of an answer.
     *
     * @param text text that follows, possibly empty
     * @param tokens what the model reports about its last request, or {@code null}
     */
    record Part(String text, @Nullable Tokens tokens) {}

    /**
     * Numbers of tokens.
     *
     * @param input tokens that the model has read, or {@code null}
     * @param output tokens that it has written, or {@code null}
     */
    record Tokens(@Nullable Integer input, @Nullable Integer output) {}

    /** Returns the models of the application, empty if it has none. */
    List<Model> models();

    /**
     * Lets a model answer. Subscribing may block; cancelling ends the request to the model.
     * @return parts of the answer; an error if the model fails
     */
    Flux<Part> respond(Request request);
}
