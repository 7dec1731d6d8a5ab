package io.mcpclient.sample.embedded;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Polygon;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

import javax.imageio.ImageIO;

/** Draws small images. */
final class Picture {

    static final List<String> SHAPES = List.of("circle", "square", "triangle");

    static final List<String> COLORS = List.of("blue", "green", "orange", "red");

    private static final Map<String, Color> VALUES = Map.of(
            "blue", new Color(0x2F5D94),
            "green", new Color(0x1D7A4C),
            "orange", new Color(0xD9822B),
            "red", new Color(0xB3312B));

    private static final int SIZE = 240;

    private static final int MARGIN = 30;

    private Picture() {}

    /** Draws a shape; an unknown one is a circle, an unknown color is blue. */
    static byte[] png(String shape, String color) {
        BufferedImage image = new BufferedImage(SIZE, SIZE, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, SIZE, SIZE);
        graphics.setColor(VALUES.getOrDefault(color, VALUES.get("blue")));
        int side = SIZE - 2 * MARGIN;
        switch (shape) {
            case "square" -> graphics.fillRect(MARGIN, MARGIN, side, side);
            case "triangle" ->
                graphics.fillPolygon(new Polygon(
                        new int[] {SIZE / 2, SIZE - MARGIN, MARGIN},
                        new int[] {MARGIN, SIZE - MARGIN, SIZE - MARGIN},
                        3));
            default -> graphics.fillOval(MARGIN, MARGIN, side, side);
        }
        graphics.dispose();
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, "png", png);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return png.toByteArray();
    }
}
