package io.mcpclient.support.json;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;

import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.SettableBeanProperty;
import tools.jackson.databind.deser.ValueInstantiator;
import tools.jackson.databind.deser.bean.PropertyValueBuffer;
import tools.jackson.databind.introspect.AnnotatedWithParams;
import tools.jackson.databind.module.SimpleValueInstantiators;

/**
 * Creates records by a constructor that is prepared once. Jackson prepares it for each record that it creates, which is a large
 * part of the cost of a list.
 */
final class RecordInstantiator extends ValueInstantiator.Delegating {

    private static final long serialVersionUID = 1;

    private static final MethodType FROM_ARRAY = MethodType.methodType(Object.class, Object[].class);

    private final transient MethodHandle creation;

    private RecordInstantiator(ValueInstantiator delegate, MethodHandle creation) {
        super(delegate);
        this.creation = creation;
    }

    @Override
    public Object createFromObjectWith(
            DeserializationContext context, SettableBeanProperty[] members, PropertyValueBuffer values) {
        return createFromObjectWith(context, values.getParameters(context, members));
    }

    @Override
    public Object createFromObjectWith(DeserializationContext context, Object[] values) {
        try {
            return (Object) this.creation.invokeExact(values);
        } catch (Throwable ex) {
            return delegate()
                    .createFromObjectWith(context, values); // fails too, with Jackson's description of the problem
        }
    }

    /** Applies to records with a constructor to which this library has access. */
    static final class OfRecords extends SimpleValueInstantiators {

        private static final long serialVersionUID = 1;

        @Override
        public ValueInstantiator modifyValueInstantiator(
                DeserializationConfig config, BeanDescription.Supplier description, ValueInstantiator original) {
            AnnotatedWithParams creator = original.getWithArgsCreator();
            return (description.getBeanClass().isRecord()
                            && creator != null
                            && creator.getAnnotated() instanceof Constructor<?> constructor)
                    ? prepared(original, constructor)
                    : original;
        }

        private static ValueInstantiator prepared(ValueInstantiator original, Constructor<?> constructor) {
            try {
                MethodHandle handle = MethodHandles.lookup()
                        .unreflectConstructor(constructor)
                        .asSpreader(Object[].class, constructor.getParameterCount())
                        .asType(FROM_ARRAY);
                return new RecordInstantiator(original, handle);
            } catch (IllegalAccessException ex) {
                return original;
            }
        }
    }
}
