package io.mcpclient.counterparts;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.mcpclient.handler.McpChangeListener;
import io.mcpclient.handler.McpLogListener;
import io.mcpclient.schema.LoggingMessageParams;
import io.mcpclient.schema.Task;

/** Records the notifications of a server in the order of their arrival. */
final class RecordedNotifications implements McpLogListener, McpChangeListener {

    private final List<LoggingMessageParams> logs = new CopyOnWriteArrayList<>();

    private final List<String> changes = new CopyOnWriteArrayList<>();

    private final List<Task> tasks = new CopyOnWriteArrayList<>();

    List<LoggingMessageParams> logs() {
        return this.logs;
    }

    /** The changes by name: {@code tools}, {@code prompts}, {@code resources}, a URI, or the id of an elicitation. */
    List<String> changes() {
        return this.changes;
    }

    List<Task> tasks() {
        return this.tasks;
    }

    @Override
    public void onLog(String serverName, LoggingMessageParams message) {
        this.logs.add(message);
    }

    @Override
    public void onToolsChanged(String serverName) {
        this.changes.add("tools");
    }

    @Override
    public void onPromptsChanged(String serverName) {
        this.changes.add("prompts");
    }

    @Override
    public void onResourcesChanged(String serverName) {
        this.changes.add("resources");
    }

    @Override
    public void onResourceUpdated(String serverName, String uri) {
        this.changes.add(uri);
    }

    @Override
    public void onElicitationComplete(String serverName, String elicitationId) {
        this.changes.add(elicitationId);
    }

    @Override
    public void onTaskStatus(String serverName, Task task) {
        this.tasks.add(task);
    }
}
