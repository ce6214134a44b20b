#!/bin/sh
# Runs an npm script as the pipelines of both forges do: `sh scripts/job.sh test:unit --shard=1/3`. Only where CI is set
# does it change the machine, which then is a container that is thrown away.
set -eu
# In a container the files may belong to another user than ours.
git status > /dev/null 2>&1 || git config --global --add safe.directory "$PWD"
if [ -n "${CI:-}" ]; then
  # Ubuntu's AppArmor keeps the sandbox's users from making namespaces. Other systems do not have this setting.
  sysctl -qw kernel.apparmor_restrict_unprivileged_userns=0 2> /dev/null || :
  case "$1" in
    test:failover*) packages='etcd-server patroni haproxy pgbouncer postgresql-15' ;;
    test:proxy) packages='nginx haproxy apache2 caddy' ;;
    test:walk) packages=nginx ;;
    *) packages='' ;;
  esac
  if [ -n "$packages" ]; then
    apt-get update
    # shellcheck disable=SC2086 # one word for each package
    apt-get install -y --no-install-recommends $packages
  fi
fi
npm ci
script=$1
shift
exec npm run "$script" -- "$@"
