package io.mcpclient.autoconfigure.settings;

import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

import io.mcpclient.autoconfigure.properties.McpProperties.ClientInfo;
import io.mcpclient.schema.Implementation;

/**
 * Maps the client information sent to servers: from the properties, or else from the application's own name and version.
 *
 * @param environment has the name and the version of the application
 */
public record ClientInfoMapper(Environment environment) {

    /**
     * Maps the client information.
     * @param info properties
     * @return the client information, with a name and a version
     */
    public Implementation map(ClientInfo info) {
        Implementation program = Implementation.of(
                firstText(info.name(), this.environment.getProperty("spring.application.name"), "mcp-client"),
                firstText(info.version(), this.environment.getProperty("spring.application.version"), "unknown"));
        if (StringUtils.hasText(info.title())) {
            program = program.withTitle(info.title());
        }
        if (StringUtils.hasText(info.websiteUrl())) {
            program = program.withWebsiteUrl(info.websiteUrl());
        }
        return program;
    }

    private static String firstText(@Nullable String first, @Nullable String second, String otherwise) {
        if (StringUtils.hasText(first)) {
            return first;
        }
        return StringUtils.hasText(second) ? second : otherwise;
    }
}
