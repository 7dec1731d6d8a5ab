package io.mcpclient.schema;

/**
 * Names of the methods and notifications of all revisions and of the tasks extension.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2026-07-28/schema">MCP: Schema Reference</a>
 */
public final class McpMethods {
    /** Initializes a connection. Before 2026-07-28. */
    public static final String INITIALIZE = "initialize";

    /** Pings the other side. Before 2026-07-28. */
    public static final String PING = "ping";

    /** Discovers revisions and capabilities of a server. Since 2026-07-28. */
    public static final String SERVER_DISCOVER = "server/discover";

    /** Lists tools. */
    public static final String TOOLS_LIST = "tools/list";

    /** Calls a tool. */
    public static final String TOOLS_CALL = "tools/call";

    /** Lists resources. */
    public static final String RESOURCES_LIST = "resources/list";

    /** Lists resource templates. */
    public static final String RESOURCES_TEMPLATES_LIST = "resources/templates/list";

    /** Reads a resource. */
    public static final String RESOURCES_READ = "resources/read";

    /** Subscribes to a resource. Before 2026-07-28. */
    public static final String RESOURCES_SUBSCRIBE = "resources/subscribe";

    /** Unsubscribes from a resource. Before 2026-07-28. */
    public static final String RESOURCES_UNSUBSCRIBE = "resources/unsubscribe";

    /** Lists prompts. */
    public static final String PROMPTS_LIST = "prompts/list";

    /** Gets a prompt. */
    public static final String PROMPTS_GET = "prompts/get";

    /** Requests completion values for an argument. */
    public static final String COMPLETION_COMPLETE = "completion/complete";

    /** Sets the log level. Before 2026-07-28. */
    public static final String LOGGING_SET_LEVEL = "logging/setLevel";

    /** Opens a subscription for change notifications. Since 2026-07-28. */
    public static final String SUBSCRIPTIONS_LISTEN = "subscriptions/listen";

    /** Gets the state of a task. */
    public static final String TASKS_GET = "tasks/get";

    /** Waits for the result of a task. Only in 2025-11-25. */
    public static final String TASKS_RESULT = "tasks/result";

    /** Lists tasks. Only in 2025-11-25. */
    public static final String TASKS_LIST = "tasks/list";

    /** Cancels a task. */
    public static final String TASKS_CANCEL = "tasks/cancel";

    /** Provides inputs to a task. Tasks extension. */
    public static final String TASKS_UPDATE = "tasks/update";

    /** Server requests the roots. */
    public static final String ROOTS_LIST = "roots/list";

    /** Server requests sampling from a model. */
    public static final String SAMPLING_CREATE_MESSAGE = "sampling/createMessage";

    /** Server requests input from the user. Since 2025-06-18. */
    public static final String ELICITATION_CREATE = "elicitation/create";

    /** Client completed initialization. Before 2026-07-28. */
    public static final String NOTIFICATIONS_INITIALIZED = "notifications/initialized";

    /** A request was cancelled. */
    public static final String NOTIFICATIONS_CANCELLED = "notifications/cancelled";

    /** Progress of a request. */
    public static final String NOTIFICATIONS_PROGRESS = "notifications/progress";

    /** Log message from the server. */
    public static final String NOTIFICATIONS_MESSAGE = "notifications/message";

    /** The tool list changed. */
    public static final String NOTIFICATIONS_TOOLS_LIST_CHANGED = "notifications/tools/list_changed";

    /** The prompt list changed. */
    public static final String NOTIFICATIONS_PROMPTS_LIST_CHANGED = "notifications/prompts/list_changed";

    /** The resource list changed. */
    public static final String NOTIFICATIONS_RESOURCES_LIST_CHANGED = "notifications/resources/list_changed";

    /** A resource changed. */
    public static final String NOTIFICATIONS_RESOURCES_UPDATED = "notifications/resources/updated";

    /** A subscription was acknowledged. Since 2026-07-28. */
    public static final String NOTIFICATIONS_SUBSCRIPTIONS_ACKNOWLEDGED = "notifications/subscriptions/acknowledged";

    /** The roots changed. Before 2026-07-28. */
    public static final String NOTIFICATIONS_ROOTS_LIST_CHANGED = "notifications/roots/list_changed";

    /** A URL elicitation completed. Only in 2025-11-25. */
    public static final String NOTIFICATIONS_ELICITATION_COMPLETE = "notifications/elicitation/complete";

    /** A task changed. Only in 2025-11-25. */
    public static final String NOTIFICATIONS_TASKS_STATUS = "notifications/tasks/status";

    /** A task changed. Tasks extension. */
    public static final String NOTIFICATIONS_TASKS = "notifications/tasks";

    private McpMethods() {}
}
