import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readDocument } from './document.ts';
import { FIRST, OTHERS, testSteps } from './documents.ts';
import { ROOT } from './world.ts';

/** Blocks that a document shows and this machine cannot run, by their first line. */
const NOT_RUN: Readonly<Record<string, readonly string[]>> = {
  'docs/get-started.md': ['npx -y pnpm@12 build'],
  'docs/self-hosting.md': [
    'npx -y pnpm@12 build',
    'install -m 600 -o social /dev/null /etc/social/keys',
    'pg_dump --format=custom --file=social.dump "$SOCIAL_DATABASE_URL"',
  ],
  'docs/self-hosting/compose.md': [
    'docker compose up --detach --build',
    'docker compose exec server social-server workspace list',
    'umask 077',
    'docker compose stop server',
    'git pull',
  ],
  'docs/self-hosting/docker.md': [
    'docker build --tag social --build-arg VERSION="$(git describe --always)" --build-arg REVISION="$(git rev-parse HEAD)" .',
  ],
  'docs/self-hosting/systemd.md': [
    'useradd --system --user-group --home-dir /var/lib/social --shell /usr/sbin/nologin social',
    "cat > /usr/local/bin/social-server <<'END_OF_FILE'",
  ],
  'docs/self-hosting/several-servers.md': [
    `psql --command "alter role social set idle_in_transaction_session_timeout = '15s'" "$DATABASE_OF_AN_ADMINISTRATOR"`,
  ],
  'docs/guides/generated-clients.md': [
    'npm install --save-dev @hey-api/openapi-ts@0.99.0 typescript@6.0.3',
    'npm install --save-dev orval@8.38.0',
    'npm install --save-dev oazapfts@7.5.0 @oazapfts/runtime@1.2.0',
    'npm install --save-dev swagger-typescript-api@13.13.0',
  ],
  'docs/guides/publish-from-ci.md': ['npx -y pnpm@12 build'],
  'packages/cli/README.md': ['npm install -g @social/cli'],
  'README.md': [
    'npx -y pnpm@12 demo',
    'npx -y pnpm@12 test',
    'npx -y @social/server start --sandbox',
    'npx -y pnpm@12 build',
  ],
};

describe.each([...FIRST, ...OTHERS])('%s', (path) => {
  const document = readDocument(join(ROOT, path));

  test('leaves out only what cannot be run here', () => {
    expect(document.notRun).toEqual(NOT_RUN[path] ?? []);
  });

  test('shows only JSON that is JSON', () => {
    expect(() => document.json.map((text) => JSON.parse(text))).not.toThrow();
  });
});

testSteps(FIRST);
