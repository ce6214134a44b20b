#!/bin/sh
# Starts the browser as an unprivileged user, because as root it would have to give up its own sandbox.
# The profile folder comes from the caller, who is root; it is handed over first.
for argument in "$@"; do
  case "$argument" in
    --user-data-dir=*) chown -R "$PRINTER_UID:$PRINTER_GID" "${argument#--user-data-dir=}" ;;
  esac
done
exec setpriv --reuid="$PRINTER_UID" --regid="$PRINTER_GID" --clear-groups -- "$CHROMIUM" "$@"
