package io.mcpclient.testkit;

import java.lang.reflect.Method;
import java.util.Optional;
import java.util.stream.Stream;

import org.springframework.asm.Type;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/**
 * A method as class files name it.
 *
 * @param owner internal name of the class
 * @param name the name
 * @param descriptor types of its parameters and of what it returns
 */
record ReadMethod(String owner, String name, String descriptor) {

    static ResolvableType type(Type type) {
        return ResolvableType.forClass(
                ClassUtils.resolveClassName(type.getClassName(), ReadMethod.class.getClassLoader()));
    }

    String place() {
        return Type.getObjectType(this.owner).getClassName() + "." + this.name;
    }

    Stream<Method> find() {
        return Stream.of(type(Type.getObjectType(this.owner)).toClass().getDeclaredMethods())
                .filter(method -> method.getName().equals(this.name)
                        && Type.getMethodDescriptor(method).equals(this.descriptor));
    }

    /** Returns what the method returns or constructs, with type arguments if it is a method of the library. */
    ResolvableType returned() {
        if (this.name.equals("<init>")) {
            return type(Type.getObjectType(this.owner));
        }
        Optional<Method> own = this.owner.startsWith("io/mcpclient/") ? find().findFirst() : Optional.empty();
        return own.map(ResolvableType::forMethodReturnType).orElseGet(() -> type(Type.getReturnType(this.descriptor)));
    }
}
