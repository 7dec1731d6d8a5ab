package io.mcpclient.sample.dialog;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Dialogs that wait for the user. Bounded in number and time: there is only one user. Thread-safe.
 *
 * @param <D> what the user sees
 * @param <R> what the user responds
 */
final class OpenDialogs<D, R> {

    private static final int MAX = 16;

    private final Map<String, Open<D, R>> open = Collections.synchronizedMap(new LinkedHashMap<>());

    private final Duration patience;

    OpenDialogs(Duration patience) {
        this.patience = patience;
    }

    private record Open<D, R>(D dialog, CompletableFuture<R> response) {}

    /**
     * Shows a dialog and waits for the response.
     * @param dialog creates the dialog, given its id
     * @param otherwise response if there are too many dialogs, or the user does not respond in time
     * @return the response
     */
    R ask(Function<String, D> dialog, R otherwise) throws InterruptedException {
        if (this.open.size() >= MAX) {
            return otherwise;
        }
        String id = UUID.randomUUID().toString();
        Open<D, R> shown = new Open<>(dialog.apply(id), new CompletableFuture<>());
        this.open.put(id, shown);
        try {
            return shown.response().get(this.patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException ex) {
            return otherwise;
        } finally {
            this.open.remove(id);
        }
    }

    /** Returns the open dialogs, oldest first. */
    List<D> list() {
        synchronized (this.open) {
            return this.open.values().stream().map(Open::dialog).toList();
        }
    }

    /** Returns whether the dialog was still open. */
    boolean respond(String id, R response) {
        Open<D, R> shown = this.open.get(id);
        return shown != null && shown.response().complete(response);
    }
}
