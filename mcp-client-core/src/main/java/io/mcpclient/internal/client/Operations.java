package io.mcpclient.internal.client;

import io.mcpclient.internal.operation.GeneralOperations;
import io.mcpclient.internal.operation.ListRequests;
import io.mcpclient.internal.operation.OperationCalls;
import io.mcpclient.internal.operation.ToolOperations;
import io.mcpclient.internal.task.TaskOperations;
import io.mcpclient.schema.ListPromptsResult;
import io.mcpclient.schema.ListResourceTemplatesResult;
import io.mcpclient.schema.ListResourcesResult;
import io.mcpclient.schema.Prompt;
import io.mcpclient.schema.Resource;
import io.mcpclient.schema.ResourceTemplate;

/**
 * Operations of one identity. A client that is only connected has none: they are created with its first call.
 *
 * @param calls chain and defaults of requests
 * @param general requests by method, and notifications
 * @param tools lists and calls of tools
 * @param tasks calls of tools that may run as tasks
 * @param prompts lists of prompts
 * @param resources lists of resources
 * @param resourceTemplates lists of resource templates
 */
record Operations(
        OperationCalls calls,
        GeneralOperations general,
        ToolOperations tools,
        TaskOperations tasks,
        ListRequests<ListPromptsResult, Prompt> prompts,
        ListRequests<ListResourcesResult, Resource> resources,
        ListRequests<ListResourceTemplatesResult, ResourceTemplate> resourceTemplates) {}
