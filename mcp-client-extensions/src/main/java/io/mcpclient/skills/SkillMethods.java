package io.mcpclient.skills;

/** Methods of the extension. */
final class SkillMethods {

    static final String LIST = "skills/list";

    static final String GET = "skills/get";

    static final String READ_DIRECTORY = "resources/directory/read";

    /** Setting of servers that have {@link #READ_DIRECTORY}. */
    static final String DIRECTORY_READ = "directoryRead";

    /** Names of operations that consist of several requests, for errors. */
    static final String LOAD = "load skill";

    static final String READ_FILE = "read skill file";

    private SkillMethods() {}
}
