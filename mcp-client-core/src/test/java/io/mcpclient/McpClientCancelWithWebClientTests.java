package io.mcpclient;

/** Cancellation, with requests through a customized {@code WebClient}. */
class McpClientCancelWithWebClientTests extends McpClientCancelTests {

    @Override
    McpClientBuilder weather() {
        return super.weather().webClient(http -> {});
    }
}
