package io.mcpclient;

/** Responses over HTTP, with requests through a customized {@code WebClient}. */
class McpClientHttpWithWebClientTests extends McpClientHttpTests {

    @Override
    McpClientBuilder weather() {
        return super.weather().webClient(http -> {});
    }
}
