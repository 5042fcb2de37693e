#!/bin/sh
# Writes the settings of compose.yaml into `.env`, with new secrets. It replaces no file: the secrets of one that is there
# open its data.
set -eu
umask 077

if [ $# -ne 1 ]; then
  echo "Usage: deploy/new-settings.sh social.example.org" >&2
  exit 2
fi

# Fails where `.env` exists.
set -C
cat > .env <<SETTINGS
SOCIAL_DOMAIN=$1
SOCIAL_SECRET_KEYS=$(openssl rand -base64 32)
POSTGRES_PASSWORD=$(openssl rand -hex 32)
STORAGE_ACCESS_KEY_ID=GK$(openssl rand -hex 12)
STORAGE_SECRET_ACCESS_KEY=$(openssl rand -hex 32)
STORAGE_RPC_SECRET=$(openssl rand -hex 32)
SETTINGS
echo "Wrote .env. Keep a copy of it apart from the backups: without SOCIAL_SECRET_KEYS no connected account can be used again."
