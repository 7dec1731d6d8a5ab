package io.mcpclient.sample.embedded.stateless;

import java.util.Map;
import java.util.Set;

import tools.jackson.databind.JsonNode;

/**
 * One stream of changes, with the filter of its client. Every message says to which request it belongs.
 *
 * @param id id of the request
 * @param stream where the messages go
 * @param resourceList whether it wants to know that the list of resources has changed
 * @param resources which resources it wants to know of
 * @param tasks which tasks it wants to know of
 */
record Subscription(JsonNode id, EventStream stream, boolean resourceList, Set<String> resources, Set<String> tasks) {

    /** Acknowledges the notifications that the client will receive, without unsupported ones. */
    void acknowledge() {
        Map<String, Object> agreed = Json.object();
        if (this.resourceList) {
            agreed.put("resourcesListChanged", true);
        }
        if (!this.resources.isEmpty()) {
            agreed.put("resourceSubscriptions", this.resources);
        }
        if (!this.tasks.isEmpty()) {
            agreed.put("taskIds", this.tasks);
        }
        send("notifications/subscriptions/acknowledged", Json.object("notifications", agreed));
    }

    void send(String method, Map<String, Object> params) {
        Map<String, Object> all = Json.object("_meta", Json.object(Revision.SUBSCRIPTION_ID, this.id));
        all.putAll(params);
        this.stream.send(Messages.notification(method, all));
    }

    /** Ends the stream with an answer, so that the client knows it was meant. */
    void end() {
        Map<String, Object> result = Results.of("complete");
        result.put("_meta", Json.object(Revision.SERVER_INFO, Results.SERVER, Revision.SUBSCRIPTION_ID, this.id));
        this.stream.last(Messages.answer(this.id, result));
    }
}
