package io.mcpclient.apps;

import org.jspecify.annotations.Nullable;

/**
 * The size that a view has taken, within its container.
 *
 * @param width width in pixels, {@code null} if it is fixed or unchanged
 * @param height height in pixels, {@code null} if it is fixed or unchanged
 */
public record McpAppSize(@Nullable Double width, @Nullable Double height) {}
