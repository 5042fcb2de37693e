#!/usr/bin/env bash
# Prints what the newest commit on main asks of the workflow Release, as outputs of a step:
#   version     the version of the packages
#   changesets  true while changes wait for a next version
#   due         true while this version waits for its release on GitHub, which is made last
#   commit      the commit to release: the first one with this version that passed CI. Every try takes the same commit.
# TESTED is a commit that has just passed CI, which the list of runs may lack.
set -euo pipefail

is_released() {
  local answer
  if answer=$(gh release view "v$version" --json url 2>&1); then return 0; fi
  if [ "$answer" = 'release not found' ]; then return 1; fi
  echo "$answer" >&2
  exit 1
}

version=$(node --print "require('./packages/cli/package.json').version")
changesets=false
for file in .changeset/*.md; do
  if [ -f "$file" ] && [ "$file" != .changeset/README.md ]; then changesets=true; fi
done
due=false
commit=
# The changelog names a version that changesets have set.
if grep --quiet --no-messages --line-regexp --fixed-strings "## $version" packages/cli/CHANGELOG.md && ! is_released; then
  due=true
  first=$(git log -1 --first-parent --diff-merges=first-parent --no-patch --format=%H -G '^  "version":' -- packages/cli/package.json)
  passed=$(gh run list --workflow ci.yml --branch main --event push --status success --limit 500 --json headSha --jq '.[].headSha')
  commits=$(git rev-list --first-parent --reverse "$first^..HEAD")
  commit=$(grep --max-count=1 --line-regexp --fixed-strings "$passed"$'\n'"${TESTED:-}" <<< "$commits" || true)
fi
printf '%s\n' "version=$version" "changesets=$changesets" "due=$due" "commit=$commit"
