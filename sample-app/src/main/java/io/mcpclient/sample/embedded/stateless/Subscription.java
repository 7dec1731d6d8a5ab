package io.mcpclient.sample.embedded.stateless;

import java.util.Map;
import java.util.Set;

import tools.jackson.databind.JsonNode;

/**
 * One stream of changes, with the filter of its client. Every message says to which request it belongs.
 *
 * @param id id of the request
 * @param stream stream for the messages
 * @param resourceList whether the client subscribed to changes of the resource list
 * @param resources subscribed resources
 * @param tasks subscribed tasks
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

    /** Ends the stream with a response, which marks the end as intended. */
    void end() {
        Map<String, Object> result = Results.of("complete");
        result.put("_meta", Json.object(Revision.SERVER_INFO, Results.SERVER, Revision.SUBSCRIPTION_ID, this.id));
        this.stream.last(Messages.answer(this.id, result));
    }
}
