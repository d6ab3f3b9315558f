#!/bin/bash
# browser.sh PATH_TO_TENKA [ARGUMENT OF PLAYWRIGHT...]: tests in Chromium, one after the other; pictures of the boards are left
# in build/test/screenshots.
tenka=$(realpath "$1")
cd "$(dirname "$0")/../web" || exit 1
shift
TENKA=$tenka exec ../node_modules/.bin/playwright test --workers "${BROWSERS:-1}" "$@"
