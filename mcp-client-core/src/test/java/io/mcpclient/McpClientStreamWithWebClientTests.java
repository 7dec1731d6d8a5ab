package io.mcpclient;

/** Event streams, with requests through a customized {@code WebClient}. */
class McpClientStreamWithWebClientTests extends McpClientStreamTests {

    @Override
    McpClientBuilder weather() {
        return super.weather().webClient(http -> {});
    }
}
