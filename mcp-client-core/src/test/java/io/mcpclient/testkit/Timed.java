package io.mcpclient.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.Tag;

/**
 * Has an upper bound in real time that a busy machine could exceed. The build runs such tests behind the others, one at a time.
 * For modules whose {@code pom.xml} says so; in others they run with the rest.
 */
@Tag("timed")
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Timed {}
