#!/bin/sh
# Starts the browser at a low priority: applicants wait for a save, but not for a print. Where the caller is root, the
# browser runs as an unprivileged user, because as root it would have to give up its own sandbox. The profile folder
# belongs to the caller; it is handed over first.
if [ -z "$PRINTER_UID" ]; then
  exec nice -n 10 "$CHROMIUM" "$@"
fi
for argument in "$@"; do
  case "$argument" in
    --user-data-dir=*) chown -R "$PRINTER_UID:$PRINTER_GID" "${argument#--user-data-dir=}" ;;
  esac
done
exec nice -n 10 setpriv --reuid="$PRINTER_UID" --regid="$PRINTER_GID" --clear-groups -- "$CHROMIUM" "$@"
