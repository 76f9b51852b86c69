# For scripts that do one thing after another: headings, the time of each step, and what has to be installed.

steps=()
started=

step() {
    end_step
    started=$SECONDS step_name=$*
    printf '\n== %s\n' "$*"
}

end_step() {
    [ -z "$started" ] || steps+=("$(printf '%5d s  %s' $((SECONDS - started)) "$step_name")")
    started=
}

# Prints where the time went, and the last word.
finish() {
    end_step
    printf '\n== where the time went\n'
    printf '%s\n' "${steps[@]}"
    printf '\n== %s\n' "$*"
}

# Installs what is missing by the system's package manager: COMMAND:PACKAGE for each.
install_missing() {
    local missing=() command package
    for pair in "$@"; do
        command=${pair%%:*} package=${pair#*:}
        command -v "$command" > /dev/null || missing+=("$package")
    done
    # Debian keeps what a virtual environment needs apart.
    if [[ " $* " == *" python3:"* ]] && command -v apt-get > /dev/null && command -v python3 > /dev/null; then
        python3 -c 'import ensurepip' 2> /dev/null || missing+=(python3-venv)
    fi
    [ ${#missing[@]} -gt 0 ] || return 0
    echo "installing ${missing[*]}"
    local as_root=() install
    [ "$(id -u)" = 0 ] || as_root=(sudo -n)
    if command -v apt-get > /dev/null; then
        # Another program may hold the lock: it is waited for.
        local apt=("${as_root[@]}" apt-get -o DPkg::Lock::Timeout=300)
        install=("${apt[@]}" install -y -qq "${missing[@]}")
        "${apt[@]}" update -qq || true
    elif command -v dnf > /dev/null; then
        install=("${as_root[@]}" dnf install -y -q "${missing[@]}")
    elif command -v pacman > /dev/null; then
        install=("${as_root[@]}" pacman -S --noconfirm "${missing[@]}")
    elif command -v apk > /dev/null; then
        install=("${as_root[@]}" apk add -q "${missing[@]}" musl-dev)
    elif command -v brew > /dev/null; then
        install=(brew install "${missing[@]}")
    else
        install=(false)
    fi
    if ! "${install[@]}"; then
        echo "$0: please install ${missing[*]}, then run this again" >&2
        exit 1
    fi
}
