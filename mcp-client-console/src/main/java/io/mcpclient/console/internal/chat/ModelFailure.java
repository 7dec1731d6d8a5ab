package io.mcpclient.console.internal.chat;

import java.lang.reflect.Method;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatusCode;
import org.springframework.util.ReflectionUtils;

import io.mcpclient.console.internal.web.Problem;
import io.mcpclient.error.McpException;
import io.mcpclient.text.KnownSecrets;
import io.mcpclient.text.SafeText;

/**
 * Failures of models as users read them. Messages of providers may repeat the key of the application, so only those about the content
 * of a request are shown, and none about credentials is logged.
 */
final class ModelFailure {

    private static final Logger logger = LoggerFactory.getLogger("io.mcpclient.console");

    private static final Pattern STATUS = Pattern.compile("(?:^|HTTP |status(?: code)?:? )([45]\\d\\d)\\b");

    private static final int MAX_MESSAGE = 500;

    private static final int MAX_CAUSES = 20;

    private ModelFailure() {}

    static Problem problem(Throwable failure) {
        if (failure instanceof McpException) {
            return Problem.of(failure);
        }
        List<Throwable> causes = causes(failure);
        int status = causes.stream()
                .mapToInt(ModelFailure::status)
                .filter(one -> one > 0)
                .findFirst()
                .orElse(0);
        if (status == 401 || status == 403) {
            logger.warn("The model of the chat rejected the application's credentials with status {}", status);
        } else {
            logger.warn("The model of the chat failed", failure);
        }
        return (status > 0) ? rejected(status, failure) : failed(causes);
    }

    private static Problem rejected(int status, Throwable failure) {
        return switch (status) {
            case 401, 403 ->
                problem(
                        "The model rejected the application's credentials with status " + status + ".",
                        "Check the key of the model in the application's configuration.");
            case 404 ->
                problem(
                        "The model was not found (status 404).",
                        "Check the name of the model and its address in the application's configuration.");
            case 429 ->
                problem(
                        "The model rejected the request with status 429: too many requests, or no quota is left.",
                        "Send the message again later.");
            default ->
                (status < 500)
                        ? problem(
                                "The model rejected the request with status " + status + ": "
                                        + SafeText.excerpt(KnownSecrets.mask(message(failure)), MAX_MESSAGE),
                                "Offer other tools, or begin another conversation.")
                        : problem("The model failed with status " + status + ".", "Send the message again later.");
        };
    }

    private static Problem failed(List<Throwable> causes) {
        for (Throwable cause : causes) {
            if (cause instanceof ConnectException
                    || cause instanceof UnknownHostException
                    || cause instanceof UnresolvedAddressException) {
                return problem(
                        "The model cannot be reached: the connection failed.",
                        "Check its address in the application's configuration, and that it is running.");
            }
            if (cause instanceof TimeoutException
                    || cause.getClass().getSimpleName().contains("Timeout")) {
                return problem("The model did not respond in time.", "Send the message again later.");
            }
        }
        return problem(
                "The model failed with " + causes.get(0).getClass().getSimpleName() + ".",
                "See the log of the application.");
    }

    private static Problem problem(String detail, String remedy) {
        return Problem.ofModel(detail, remedy);
    }

    private static String message(Throwable failure) {
        return Objects.requireNonNullElse(failure.getMessage(), "no message");
    }

    private static List<Throwable> causes(Throwable failure) {
        List<Throwable> causes = new ArrayList<>();
        for (Throwable one = failure; one != null && causes.size() < MAX_CAUSES; one = one.getCause()) {
            causes.add(one);
        }
        return causes;
    }

    /** Each client of models has exceptions of its own; most have a method for the status of HTTP. */
    private static int status(Throwable failure) {
        for (String name : List.of("statusCode", "getStatusCode")) {
            Method method = ReflectionUtils.findMethod(failure.getClass(), name);
            Integer status = (method != null) ? status(failure, method) : null;
            if (status != null) {
                return status;
            }
        }
        Matcher matcher = STATUS.matcher(message(failure));
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
    }

    private static @Nullable Integer status(Throwable failure, Method method) {
        try {
            Object status = method.invoke(failure);
            if (status instanceof HttpStatusCode code) {
                return code.value();
            }
            return (status instanceof Integer number) ? number : null;
        } catch (ReflectiveOperationException | RuntimeException ex) {
            return null;
        }
    }
}
