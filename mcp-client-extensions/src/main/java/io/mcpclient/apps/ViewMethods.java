package io.mcpclient.apps;

/**
 * Names of MCP Apps between host and view.
 *
 * @see "MCP Apps 2026-01-26, communication protocol"
 */
final class ViewMethods {

    /** The version of the bridge that this host speaks. */
    static final String VERSION = "2026-01-26";

    static final String INITIALIZE = "ui/initialize";

    static final String INITIALIZED = "ui/notifications/initialized";

    static final String TOOL_INPUT_PARTIAL = "ui/notifications/tool-input-partial";

    static final String TOOL_INPUT = "ui/notifications/tool-input";

    static final String TOOL_RESULT = "ui/notifications/tool-result";

    static final String TOOL_CANCELLED = "ui/notifications/tool-cancelled";

    static final String CONTEXT_CHANGED = "ui/notifications/host-context-changed";

    static final String SIZE_CHANGED = "ui/notifications/size-changed";

    static final String REQUEST_TEARDOWN = "ui/notifications/request-teardown";

    static final String TEARDOWN = "ui/resource-teardown";

    static final String OPEN_LINK = "ui/open-link";

    static final String MESSAGE = "ui/message";

    static final String UPDATE_MODEL_CONTEXT = "ui/update-model-context";

    static final String REQUEST_DISPLAY_MODE = "ui/request-display-mode";

    static final String DOWNLOAD_FILE = "ui/download-file";

    private ViewMethods() {}
}
