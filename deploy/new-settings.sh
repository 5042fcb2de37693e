#!/bin/sh
# Writes the settings of compose.yaml into `.env`, with new secrets. It replaces no file: the secrets of one that is there
# open its data.
set -eu
umask 077

if [ $# -ne 1 ]; then
  echo "Usage: deploy/new-settings.sh social.example.org" >&2
  exit 2
fi

cd "$(dirname "$0")/.."
# Each in a command of its own, which ends this script when it fails.
keys=$(openssl rand -base64 32)
database=$(openssl rand -hex 32)
storage_id=$(openssl rand -hex 12)
storage=$(openssl rand -hex 32)
rpc=$(openssl rand -hex 32)

# Fails where `.env` exists.
set -C
cat > .env <<SETTINGS
SOCIAL_DOMAIN=$1
SOCIAL_SECRET_KEYS=$keys
POSTGRES_PASSWORD=$database
STORAGE_ACCESS_KEY_ID=GK$storage_id
STORAGE_SECRET_ACCESS_KEY=$storage
STORAGE_RPC_SECRET=$rpc
SETTINGS
echo "Wrote .env. Keep a copy of it apart from the backups: without SOCIAL_SECRET_KEYS no connected account can be used again."
