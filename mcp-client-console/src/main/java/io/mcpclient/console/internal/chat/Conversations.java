package io.mcpclient.console.internal.chat;

import java.util.List;
import java.util.Optional;

import io.mcpclient.console.internal.user.UserEntries;

/** The conversations of all users. The answer in one that is discarded is stopped. Thread-safe. */
final class Conversations {

    private static final int MAX_CONVERSATIONS = 10;

    /** Conversations limit their own size. */
    private final UserEntries<Conversation> conversations =
            new UserEntries<>(MAX_CONVERSATIONS, Long.MAX_VALUE, conversation -> 0, Conversations::stop);

    Conversation create(String user, long now, String message) {
        Conversation conversation = new Conversation(this.conversations.nextId(), now, message);
        this.conversations.put(user, conversation.id(), conversation);
        return conversation;
    }

    private static void stop(Conversation conversation) {
        ChatTurn turn = conversation.turn();
        if (turn != null) {
            turn.cancel();
        }
    }

    Optional<Conversation> find(String user, long id) {
        return this.conversations.find(user, id);
    }

    boolean remove(String user, long id) {
        return this.conversations.remove(user, id);
    }

    /** Returns the conversations of a user, latest first. */
    List<Conversation.Summary> list(String user) {
        return this.conversations.list(user).stream().map(Conversation::summary).toList();
    }
}
