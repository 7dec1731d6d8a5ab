package io.mcpclient.console;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.ElementClickInterceptedException;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.support.ui.Select;
import org.openqa.selenium.support.ui.WebDriverWait;
import org.opentest4j.TestAbortedException;
import org.springframework.util.FileSystemUtils;

/**
 * A browser of this machine, without a window and with a profile of its own that is gone afterwards. Nothing is downloaded:
 * tests that need it are skipped where it is missing, unless {@code COUNTERPARTS_REQUIRED} is set: then they fail.
 */
public final class Chromium implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(120);

    private static final List<String> BROWSERS = List.of("chromium", "chromium-browser", "google-chrome");

    private static final List<String> DRIVERS = List.of("chromedriver");

    private static @Nullable Chromium shared;

    private final Path profile;

    private final ChromeDriver driver;

    private Chromium(Path profile, ChromeDriver driver) {
        this.profile = profile;
        this.driver = driver;
    }

    public static Chromium start() {
        String browser = find(BROWSERS).orElseThrow(() -> missing("There is no Chromium on the PATH: " + BROWSERS));
        String driver = find(DRIVERS).orElseThrow(() -> missing("There is no chromedriver on the PATH"));
        try {
            Path profile = Files.createTempDirectory("chromium");
            ChromeDriverService service = new ChromeDriverService.Builder()
                    .usingDriverExecutable(new File(driver))
                    .usingAnyFreePort()
                    .withTimeout(LIMIT)
                    .build();
            return new Chromium(profile, new ChromeDriver(service, options(browser, profile)));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /**
     * The browser of all test classes of this JVM, which ends with it. Each class gets a tab of its own, without cookies, caches,
     * sizes and complaints of another one.
     */
    static synchronized Chromium shared() {
        if (shared == null) {
            shared = start();
            Runtime.getRuntime().addShutdownHook(new Thread(shared::close, "chromium"));
        }
        shared.forget();
        return shared;
    }

    private void forget() {
        Set<String> tabs = this.driver.getWindowHandles();
        String own = this.driver.switchTo().newWindow(WindowType.TAB).getWindowHandle();
        for (String tab : tabs) {
            this.driver.switchTo().window(tab).close();
        }
        this.driver.switchTo().window(own);
        this.driver.executeCdpCommand("Network.clearBrowserCookies", Map.of());
        this.driver.executeCdpCommand("Network.clearBrowserCache", Map.of());
        complaints();
    }

    private static ChromeOptions options(String browser, Path profile) {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(browser);
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--no-proxy-server",
                "--window-size=1360,900",
                "--user-data-dir=" + profile);
        options.setPageLoadTimeout(LIMIT);
        options.setScriptTimeout(LIMIT);
        return options;
    }

    private static Optional<String> find(List<String> names) {
        List<String> path =
                Arrays.asList(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator));
        return names.stream()
                .flatMap(name -> path.stream().map(directory -> new File(directory, name)))
                .filter(File::canExecute)
                .map(File::getPath)
                .findFirst();
    }

    private static RuntimeException missing(String reason) {
        return (System.getenv("COUNTERPARTS_REQUIRED") != null)
                ? new IllegalStateException(reason)
                : new TestAbortedException(reason);
    }

    /** Makes the page as large as the screen of a phone, smaller than a window can be. */
    public void likeAPhone() {
        this.driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", 390, "height", 844, "deviceScaleFactor", 2, "mobile", true));
    }

    /** Gives the page a size in pixels. */
    public void resize(int width, int height) {
        this.driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /** Ends {@link #likeAPhone()}, {@link #resize} and {@link #dark()}. */
    public void likeADesktop() {
        this.driver.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
        this.driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of()));
    }

    /** Ends sessions of applications. */
    void forgetCookies() {
        this.driver.manage().deleteAllCookies();
    }

    public void open(String address) {
        this.driver.get(address);
    }

    /**
     * Opens an address in a new document, also if only its fragment differs: a page that is open already is loaded again. A detour
     * by another page would start processes of the browser.
     */
    void openInNewDocument(String address) {
        if (address().split("#")[0].equals(address.split("#")[0])) {
            script("history.scrollRestoration = 'manual'; history.replaceState(null, '', arguments[0]);", address);
            this.driver.navigate().refresh();
        } else {
            open(address);
        }
    }

    public String address() {
        return String.valueOf(this.driver.getCurrentUrl());
    }

    /** Waits for an element that can be seen, and returns it. */
    public WebElement see(By where) {
        return until("Nothing is visible at " + where, () -> this.driver.findElements(where).stream()
                .filter(WebElement::isDisplayed)
                .findFirst()
                .orElse(null));
    }

    /** Waits for words in an element. */
    public String read(By where, String words) {
        return until("The text '" + words + "' is missing at " + where, () -> this.driver.findElements(where).stream()
                .map(WebElement::getText)
                .filter(text -> text.contains(words))
                .findFirst()
                .orElse(null));
    }

    /** Waits until something is not there any more. */
    public boolean gone(By where) {
        return until("It is still there: " + where, () -> !shows(where));
    }

    public boolean shows(By where) {
        return !this.driver.findElements(where).isEmpty();
    }

    /** Whether an element can be seen now. */
    public boolean isDisplayed(By where) {
        return this.driver.findElement(where).isDisplayed();
    }

    public void click(By where) {
        until("Nothing can be clicked at " + where, () -> {
            this.driver.findElement(where).click();
            return true;
        });
    }

    public void type(By where, String text) {
        WebElement field = see(where);
        field.clear();
        field.sendKeys(text);
    }

    /** Chooses an option of a select by its text. */
    public void choose(By where, String option) {
        new Select(see(where)).selectByVisibleText(option);
    }

    /** Runs a function of the page. */
    public @Nullable Object script(String body, Object... arguments) {
        return this.driver.executeScript(body, arguments);
    }

    /** Waits until a function of the page returns true. */
    public void until(String otherwise, String body) {
        until(otherwise, () -> Boolean.TRUE.equals(script(body)) ? true : null);
    }

    /** Does something within frames, the outermost first. */
    <T> T within(Supplier<T> what, By... frames) {
        try {
            for (By frame : frames) {
                this.driver.switchTo().frame(see(frame));
            }
            return what.get();
        } finally {
            this.driver.switchTo().defaultContent();
        }
    }

    public void press(CharSequence... keys) {
        this.driver.switchTo().activeElement().sendKeys(keys);
    }

    /** Waits for a second tab and goes there. */
    public void goToNewTab() {
        String here = this.driver.getWindowHandle();
        String other = until("There is no other tab", () -> this.driver.getWindowHandles().stream()
                .filter(handle -> !handle.equals(here))
                .findFirst()
                .orElse(null));
        this.driver.switchTo().window(other);
    }

    /** Closes this tab and goes to the one that is left. */
    public void closeTab() {
        this.driver.close();
        this.driver.switchTo().window(this.driver.getWindowHandles().iterator().next());
    }

    public void dark() {
        this.driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", "dark"))));
    }

    /** Returns what is seen, as PNG. */
    public byte[] picture() {
        return this.driver.getScreenshotAs(OutputType.BYTES);
    }

    /** Writes what is seen to a file below {@code target/console}. */
    public void shoot(String name) {
        try {
            Path folder = Files.createDirectories(Path.of("target", "console"));
            Files.write(folder.resolve(name + ".png"), picture());
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** What the page's own scripts did wrong, and what the browser would not let them do. */
    public List<String> complaints() {
        return this.driver.manage().logs().get("browser").getAll().stream()
                .map(Object::toString)
                .toList();
    }

    /** What is seen may be drawn again in between. */
    private <T> T until(String otherwise, Supplier<T> what) {
        return new WebDriverWait(this.driver, LIMIT, Duration.ofMillis(50))
                .ignoring(StaleElementReferenceException.class)
                .ignoring(NoSuchElementException.class)
                .ignoring(ElementClickInterceptedException.class)
                .withMessage(() -> otherwise + "; the page is " + address() + " and says: "
                        + this.driver.findElement(By.tagName("body")).getText())
                .until(driver -> what.get());
    }

    /** Ends the browser and its driver, and removes what they have written. */
    @Override
    public void close() {
        try {
            this.driver.quit();
        } finally {
            FileSystemUtils.deleteRecursively(this.profile.toFile());
        }
    }
}
