package io.mcpclient.sample;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

import io.mcpclient.sample.embedded.DeskServer;

/**
 * Starts the sample: a console page and a REST API over the tools of all configured MCP servers. With the profile
 * {@code bare} there are no servers but those given as {@code --mcp.servers.<name>.url=…}.
 */
@SpringBootApplication
public class SampleApplication {

    /**
     * Starts the application.
     * @param args Spring properties as {@code --name=value}; or {@code --stdio-server} for being a server, see {@link
     *     DeskServer}
     */
    public static void main(String[] args) {
        if (args.length > 0 && args[0].equals(DeskServer.ARGUMENT)) {
            DeskServer.main(args);
            return;
        }
        SpringApplication.run(SampleApplication.class, args);
    }
}
