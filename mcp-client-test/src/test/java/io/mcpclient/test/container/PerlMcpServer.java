package io.mcpclient.test.container;

import java.time.Duration;

import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;

/** A small MCP server of the handshake revisions in Perl, which images based on Debian contain. */
final class PerlMcpServer {

    /** An image that the tests of the stores use as well. */
    static final String IMAGE = "redis:7";

    static final int PORT = 3001;

    private static final String SCRIPT = """
            use strict;
            use IO::Socket::INET;
            $| = 1;
            my $server = IO::Socket::INET->new(LocalPort => %d, Listen => 16, ReuseAddr => 1) or die "bind: $!";
            print "ready\\n";
            while (my $client = $server->accept()) {
                my ($first, $length) = ("", 0);
                while (my $line = <$client>) {
                    $first = $line unless $first;
                    $length = $1 if $line =~ /^content-length:\\s*(\\d+)/i;
                    last if $line =~ /^\\r?\\n$/;
                }
                my $body = "";
                read($client, $body, $length) if $length;
                my ($id) = $body =~ /"id"\\s*:\\s*("[^"]*"|\\d+)/;
                my ($status, $answer) = ("404 Not Found", "");
                if ($first !~ m{^POST /mcp }) {
                    $status = "405 Method Not Allowed";
                } elsif (!defined $id) {
                    $status = "202 Accepted";
                } else {
                    my $result;
                    $result = '{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"perl","version":"1"}}' if $body =~ /"initialize"/;
                    $result = '{"content":[{"type":"text","text":"sunny"}],"isError":false}' if $body =~ m{"tools/call"};
                    $result = '{"tools":[{"name":"forecast","inputSchema":{"type":"object"}}]}' if $body =~ m{"tools/list"};
                    $result = '{}' if $body =~ /"ping"/;
                    if ($result) {
                        $status = "200 OK";
                        $answer = '{"jsonrpc":"2.0","id":' . $id . ',"result":' . $result . '}';
                    }
                }
                print $client "HTTP/1.1 $status\\r\\nContent-Type: application/json\\r\\nContent-Length: " . length($answer)
                    . "\\r\\nConnection: close\\r\\n\\r\\n$answer";
                close $client;
            }
            """;

    private PerlMcpServer() {}

    static <C extends GenericContainer<?>> C in(C container) {
        container.withCommand("perl", "-e", SCRIPT.formatted(PORT));
        container.waitingFor(Wait.forLogMessage("ready\\n", 1).withStartupTimeout(Duration.ofSeconds(60)));
        return container;
    }
}
