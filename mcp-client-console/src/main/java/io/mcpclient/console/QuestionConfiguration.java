package io.mcpclient.console;

import java.util.HashSet;
import java.util.Set;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import reactor.core.scheduler.Schedulers;

import io.mcpclient.call.ReactiveMcpToolApproval;
import io.mcpclient.console.internal.json.ConsoleJson;
import io.mcpclient.console.internal.live.EventStreams;
import io.mcpclient.console.internal.question.ConsoleHandlers;
import io.mcpclient.console.internal.question.QuestionArea;
import io.mcpclient.console.internal.question.Questions;
import io.mcpclient.console.internal.task.TaskArea;
import io.mcpclient.console.internal.tool.RunRecorder;
import io.mcpclient.console.internal.wire.CallOwner;
import io.mcpclient.handler.ReactiveMcpElicitationHandler;
import io.mcpclient.handler.ReactiveMcpSamplingApproval;
import io.mcpclient.handler.ReactiveMcpSamplingHandler;
import io.mcpclient.handler.ReactiveMcpUrlElicitationHandler;

/**
 * Questions of servers. The handlers are fallbacks: for a server that the application itself has a handler for, that one is used. The
 * recorder of calls and the area of tasks are looked up with the first question, because they depend on clients.
 */
@Configuration(proxyBeanMethods = false)
class QuestionConfiguration {

    @Bean
    Questions mcpConsoleQuestions(
            McpConsoleProperties properties,
            EventStreams mcpConsoleEventStreams,
            ObjectProvider<RunRecorder> calls,
            ObjectProvider<TaskArea> tasks) {
        return new Questions(
                mcpConsoleEventStreams,
                server -> {
                    Set<String> users = new HashSet<>(calls.getObject().usersCalling(server));
                    users.addAll(tasks.getObject().usersFollowing(server));
                    return users;
                },
                properties.questionTimeout(),
                Schedulers.parallel(),
                McpConsoleAutoConfiguration.clock());
    }

    @Bean
    QuestionArea mcpConsoleQuestionArea(Questions mcpConsoleQuestions) {
        return new QuestionArea(mcpConsoleQuestions);
    }

    @Bean
    ConsoleHandlers mcpConsoleHandlers(
            Questions mcpConsoleQuestions, CallOwner mcpConsoleCallOwner, ConsoleJson mcpConsoleJson) {
        return new ConsoleHandlers(mcpConsoleQuestions, mcpConsoleCallOwner, mcpConsoleJson);
    }

    @Bean
    @Fallback
    ReactiveMcpElicitationHandler mcpConsoleForms(ConsoleHandlers mcpConsoleHandlers) {
        return mcpConsoleHandlers.forms();
    }

    @Bean
    @Fallback
    ReactiveMcpUrlElicitationHandler mcpConsolePages(ConsoleHandlers mcpConsoleHandlers) {
        return mcpConsoleHandlers.pages();
    }

    @Bean
    @Fallback
    ReactiveMcpSamplingApproval mcpConsoleSampling(ConsoleHandlers mcpConsoleHandlers) {
        return mcpConsoleHandlers.sampling();
    }

    @Bean
    @Fallback
    ReactiveMcpSamplingHandler mcpConsoleModel(ConsoleHandlers mcpConsoleHandlers) {
        return mcpConsoleHandlers.model();
    }

    @Bean
    @Fallback
    ReactiveMcpToolApproval mcpConsoleApproval(ConsoleHandlers mcpConsoleHandlers) {
        return mcpConsoleHandlers.calls();
    }
}
