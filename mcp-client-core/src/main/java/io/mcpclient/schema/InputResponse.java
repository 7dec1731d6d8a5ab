package io.mcpclient.schema;

/**
 * Answer to an {@link InputRequest}, sent without the envelope of a response.
 *
 * @see "MCP 2026-07-28, basic/patterns/mrtr (MRTR-03)"
 */
public sealed interface InputResponse permits CreateMessageResult, ListRootsResult, ElicitResult {}
