package io.mcpclient;

/** Traces, with requests through a customized {@code WebClient}. */
class McpClientTracingWithWebClientTests extends McpClientTracingTests {

    @Override
    McpClientBuilder weather() {
        return super.weather().webClient(http -> {});
    }
}
