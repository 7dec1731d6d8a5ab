package io.mcpclient.schema;

import java.util.Collection;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.databind.jsontype.TypeDeserializer;
import tools.jackson.databind.jsontype.impl.AsPropertyTypeDeserializer;
import tools.jackson.databind.jsontype.impl.StdTypeResolverBuilder;
import tools.jackson.databind.util.TokenBuffer;

/**
 * Reads content of a known type without a copy if its type is the first member, as servers send it. Jackson puts the type back
 * in front of a copy of all members because it is visible, but only content of an unknown type needs it.
 */
final class ContentTypeResolver extends StdTypeResolverBuilder {

    @Override
    public @Nullable TypeDeserializer buildTypeDeserializer(
            DeserializationContext context, JavaType type, Collection<NamedType> subtypes) {
        TypeDeserializer usual = super.buildTypeDeserializer(context, type, subtypes);
        return (usual instanceof AsPropertyTypeDeserializer byMember) ? new KnownTypes(byMember, null) : usual;
    }

    private static final class KnownTypes extends AsPropertyTypeDeserializer {

        KnownTypes(AsPropertyTypeDeserializer usual, @Nullable BeanProperty property) {
            super(usual, property);
        }

        @Override
        public TypeDeserializer forProperty(@Nullable BeanProperty property) {
            return (property == this._property) ? this : new KnownTypes(this, property);
        }

        @Override
        protected Object _deserializeTypedForId(
                JsonParser json, DeserializationContext context, @Nullable TokenBuffer before, String type) {
            if (before != null || this._idResolver.typeFromId(context, type) == null) {
                return super._deserializeTypedForId(json, context, before, type);
            }
            if (json.currentToken() != JsonToken.END_OBJECT) {
                json.nextToken(); // the name of the next member, or the end
            }
            return _findDeserializer(context, type).deserialize(json, context);
        }
    }
}
