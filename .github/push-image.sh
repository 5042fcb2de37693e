#!/usr/bin/env bash
# Builds and pushes the image IMAGE:VERSION of COMMIT, unless it is there, and has IMAGE:latest name it.
set -euo pipefail

if answer=$(docker manifest inspect "$IMAGE:$VERSION" 2>&1); then
  docker pull "$IMAGE:$VERSION"
elif [[ $answer == *'no such manifest'* ]]; then
  docker build --tag "$IMAGE:$VERSION" --build-arg VERSION="$VERSION" --build-arg REVISION="$COMMIT" \
    --build-arg SOURCE="$GITHUB_SERVER_URL/$GITHUB_REPOSITORY" .
  docker push "$IMAGE:$VERSION"
else
  # A registry that does not answer may hold the image.
  echo "$answer" >&2
  exit 1
fi
docker tag "$IMAGE:$VERSION" "$IMAGE:latest"
docker push "$IMAGE:latest"
