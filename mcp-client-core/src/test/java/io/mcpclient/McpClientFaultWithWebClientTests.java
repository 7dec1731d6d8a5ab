package io.mcpclient;

/** Faults of servers, with requests through a customized {@code WebClient}. */
class McpClientFaultWithWebClientTests extends McpClientFaultTests {

    @Override
    McpClientBuilder weather() {
        return super.weather().webClient(http -> {});
    }
}
