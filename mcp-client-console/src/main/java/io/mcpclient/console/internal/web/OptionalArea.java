package io.mcpclient.console.internal.web;

/**
 * An area of the page that not every application has; a bean of it makes the page show it.
 *
 * @param id id of the area at the page
 */
public record OptionalArea(String id) {}
