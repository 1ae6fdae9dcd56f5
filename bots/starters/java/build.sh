#!/bin/sh
# Builds build/bot.jar with the JDK alone.
set -e
cd "$(dirname "$0")"
rm -rf build
mkdir build
javac -Xlint:all -Werror --release 17 -d build/classes $(find src -name '*.java')
jar --create --file build/bot.jar --main-class Bot -C build/classes .
