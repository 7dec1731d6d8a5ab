package io.mcpclient.console.internal.chat;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The conversations of all users, bounded for each user and in the number of users. Thread-safe. */
final class Conversations {

    private static final int MAX_USERS = 100;

    private static final int MAX_CONVERSATIONS = 10;

    /** Users in the order of their last conversation, latest last. */
    private final Map<String, LinkedHashMap<Long, Conversation>> users = new LinkedHashMap<>(16, 0.75f, true);

    private long lastId;

    synchronized Conversation create(String user, long now, String message) {
        Conversation conversation = new Conversation(++this.lastId, now, message);
        LinkedHashMap<Long, Conversation> own = this.users.computeIfAbsent(user, name -> new LinkedHashMap<>());
        own.put(conversation.id(), conversation);
        if (own.size() > MAX_CONVERSATIONS) {
            removeOldest(own);
        }
        if (this.users.size() > MAX_USERS) {
            Iterator<LinkedHashMap<Long, Conversation>> all =
                    this.users.values().iterator();
            all.next().values().forEach(Conversations::stop);
            all.remove();
        }
        return conversation;
    }

    private static void removeOldest(LinkedHashMap<Long, Conversation> own) {
        Iterator<Conversation> oldest = own.values().iterator();
        stop(oldest.next());
        oldest.remove();
    }

    private static void stop(Conversation conversation) {
        ChatTurn turn = conversation.turn();
        if (turn != null) {
            turn.cancel();
        }
    }

    synchronized Optional<Conversation> find(String user, long id) {
        return Optional.ofNullable(this.users.get(user)).map(own -> own.get(id));
    }

    synchronized boolean remove(String user, long id) {
        LinkedHashMap<Long, Conversation> own = this.users.get(user);
        Conversation removed = (own != null) ? own.remove(id) : null;
        if (removed != null) {
            stop(removed);
        }
        return removed != null;
    }

    /** Returns the conversations of a user, latest first. */
    synchronized List<Conversation.Summary> list(String user) {
        List<Conversation.Summary> list = new ArrayList<>();
        Optional.ofNullable(this.users.get(user))
                .ifPresent(own -> own.values().forEach(one -> list.add(0, one.summary())));
        return list;
    }
}
