package io.mcpclient.console.internal.chat;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ListableBeanFactory;

/**
 * Models among the beans of the application: the one that it uses itself, or those to choose from.
 *
 * @param beans beans of the application
 * @param type type of the models
 * @param framework name of the framework
 * @param name returns the name of a model, or {@code null}
 * @param <M> type of the models
 */
record ModelBeans<M>(ListableBeanFactory beans, Class<M> type, String framework, Function<M, @Nullable String> name) {

    /** Id of the model that the application uses without choosing one. */
    static final String ONLY = "";

    List<ChatEngine.Model> models() {
        M only = this.beans.getBeanProvider(this.type).getIfUnique();
        return (only != null)
                ? List.of(new ChatEngine.Model(ONLY, nameOf(only), this.framework))
                : Stream.of(this.beans.getBeanNamesForType(this.type))
                        .map(bean -> new ChatEngine.Model(bean, bean, this.framework))
                        .toList();
    }

    private String nameOf(M model) {
        return Objects.requireNonNullElse(
                this.name.apply(model), model.getClass().getSimpleName());
    }

    M get(String id) {
        return id.equals(ONLY) ? this.beans.getBeanProvider(this.type).getObject() : this.beans.getBean(id, this.type);
    }
}
