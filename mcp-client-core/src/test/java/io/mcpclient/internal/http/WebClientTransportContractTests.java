package io.mcpclient.internal.http;

import java.util.function.Consumer;

import org.springframework.web.reactive.function.client.WebClient;

/** Streamable HTTP through a customized {@code WebClient}. */
class WebClientTransportContractTests extends HttpTransportContractTests {

    @Override
    Consumer<WebClient.Builder> customizer() {
        return builder -> {};
    }
}
