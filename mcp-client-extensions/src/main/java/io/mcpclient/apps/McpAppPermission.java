package io.mcpclient.apps;

/** A permission that a view can request. None is granted by default, see {@link McpAppSettings#permissions}. */
public enum McpAppPermission {

    /** Access to the camera. */
    CAMERA("camera", "camera"),

    /** Access to the microphone. */
    MICROPHONE("microphone", "microphone"),

    /** Access to the location. */
    GEOLOCATION("geolocation", "geolocation"),

    /** Writing to the clipboard. */
    CLIPBOARD_WRITE("clipboardWrite", "clipboard-write");

    private final String member;

    private final String feature;

    McpAppPermission(String member, String feature) {
        this.member = member;
        this.feature = feature;
    }

    /**
     * Returns the name in {@code _meta.ui.permissions} of a document.
     * @return the member
     */
    public String member() {
        return this.member;
    }

    /**
     * Returns the name in the attribute {@code allow} of a frame.
     * @return the feature of the permissions policy
     */
    public String feature() {
        return this.feature;
    }
}
