package io.mcpclient.autoconfigure.token;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

/** An application that has whatever its class path gives it. */
@SpringBootConfiguration
@EnableAutoConfiguration
class TokenApplication {}
