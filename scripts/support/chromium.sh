# For scripts that look at a page in a real browser: installs Chromium by the system's package manager, and Playwright into a
# virtual environment under target. Sets `browser` and `environment`. Where no browser can be had it says so, and ends with
# 77. After steps.sh.

PLAYWRIGHT=1.65.2
# It brings axe-core, which reads a page as those do who do not see it.
AXE=0.1.8

without() {
    echo "THE PAGE WAS NOT CHECKED: $1" >&2
    exit 77
}

install_missing python3:python3
browser=
for name in chromium chromium-browser google-chrome; do
    browser=${browser:-$(command -v "$name" || true)}
done
if [ -z "$browser" ]; then
    (install_missing chromium:chromium) || without "Chromium cannot be installed"
    browser=$(command -v chromium) || without "Chromium cannot be installed"
fi

environment=target/browser-environment
if [ "$(cat "$environment/playwright" 2> /dev/null)" != "$PLAYWRIGHT $AXE" ]; then
    python3 -m venv "$environment"
    "$environment/bin/pip" install --quiet --disable-pip-version-check "playwright==$PLAYWRIGHT" \
        "axe-playwright-python==$AXE" || without "Playwright $PLAYWRIGHT and axe $AXE cannot be had"
    echo "$PLAYWRIGHT $AXE" > "$environment/playwright"
fi
