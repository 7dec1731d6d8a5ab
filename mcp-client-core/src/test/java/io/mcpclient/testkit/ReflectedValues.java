package io.mcpclient.testkit;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.asm.AnnotationVisitor;
import org.springframework.asm.Handle;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;
import org.springframework.core.ResolvableType;

/** Reads a method for {@link ReflectedTypes}: follows the static type of the value that was pushed last. */
final class ReflectedValues extends MethodVisitor {

    private static final Pattern WRITERS =
            Pattern.compile("tools/jackson/.*\\.(writeValue.*|writePOJO|valueToTree|convertValue)"
                    + "|io/mcpclient/jsonrpc/(JsonCodec\\.toJson|JsonRpc(Request|Notification|Result|Error)\\.<init>)"
                    + "|org/springframework/(http|web)/.*\\.(body|bodyValue|ok|builder|data)");

    private static final Pattern ENDPOINT = Pattern.compile("L.*(Mapping|Operation|ExceptionHandler);");

    /** Of the console: its routes write what these methods return. */
    private static final Pattern HANDLER = Pattern.compile("\\(.*/ConsoleRequest;\\)L.*");

    private static final Pattern CLASS_NAME = Pattern.compile("[a-z]\\w*([.][a-z]\\w*)+([.$][A-Z]\\w*)+");

    private final ReflectedTypes types;

    private final ReadMethod method;

    private final boolean isHandler;

    private final Map<Integer, Supplier<ResolvableType>> variables = new HashMap<>();

    /** Variable of the last parameter, if that may be any object. */
    private int open = -1;

    private @Nullable Supplier<ResolvableType> value;

    /** Variable from which the value was read. */
    private int variable = -1;

    ReflectedValues(ReflectedTypes types, ReadMethod method, int access) {
        super(SpringAsmInfo.ASM_VERSION);
        this.types = types;
        this.method = method;
        this.isHandler = HANDLER.matcher(method.descriptor()).matches();
        int next = (access & Opcodes.ACC_STATIC) != 0 ? 0 : 1;
        for (Type parameter : Type.getArgumentTypes(method.descriptor())) {
            this.open = parameter.getDescriptor().equals("Ljava/lang/Object;") ? next : -1;
            this.variables.put(next, () -> ReadMethod.type(parameter));
            next += parameter.getSize();
        }
        if (this.isHandler) {
            types.bind(method.returned(), method.place());
        }
    }

    private void push(@Nullable Supplier<ResolvableType> pushed) {
        this.value = pushed;
        this.variable = -1;
    }

    private void write() {
        if (this.value != null) {
            this.types.bind(this.value.get(), this.method.place());
        }
        if (this.open >= 0 && this.variable == this.open) {
            this.types.addWriter(this.method);
        }
    }

    @Override
    public @Nullable AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
        if (ENDPOINT.matcher(annotation).matches()) {
            this.types.addEndpoint(this.method);
        }
        return null;
    }

    @Override
    public void visitVarInsn(int opcode, int index) {
        if (opcode == Opcodes.ASTORE) {
            this.variables.put(index, (this.value != null) ? this.value : () -> ResolvableType.NONE);
        }
        push(this.variables.get(index));
        this.variable = index;
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.ARETURN && this.isHandler) {
            write();
        }
        push(null);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        push((opcode == Opcodes.CHECKCAST) ? () -> ReadMethod.type(Type.getObjectType(type)) : null);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String type) {
        push(() -> ReadMethod.type(Type.getType(type)));
    }

    @Override
    public void visitLdcInsn(Object constant) {
        push(null);
        if (constant instanceof Type type) {
            this.types.bind(type, this.method.place());
        } else if (CLASS_NAME.matcher(constant.toString()).matches()) {
            this.types.detect(constant.toString(), this.method.place());
        }
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        ReadMethod called = new ReadMethod(owner, name, descriptor);
        if (WRITERS.matcher(owner + "." + name).matches() || this.types.isWriter(called)) {
            write();
        }
        push(called::returned);
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        push(null);
    }
}
