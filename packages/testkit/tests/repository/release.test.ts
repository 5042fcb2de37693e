import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

test('CI has every commit, which changesets look for', () => {
  expect(readFileSync(join(ROOT, '.github/workflows/ci.yml'), 'utf8')).toMatch(/fetch-depth: 0[\s\S]*run: \.ci\/run/);
});

// What `gh` and `docker` answer about something that is missing.
const NO_RELEASE = 'release not found';
const NO_IMAGE = 'no such manifest: registry.example.org/social:0.2.0';
const NO_ANSWER =
  'failed to configure transport: error pinging v2 registry: Get "https://registry.example.org/v2/": dial tcp 192.0.2.1:443: connect: connection refused';

describe('the commit to release', () => {
  test('is the one that set the version, also after a later commit with a changeset', () => {
    using repository = new Repository();
    const set = repository.commit(versionOf('0.2.0'));
    const later = repository.commit({ '.changeset/more.md': 'More' });
    expect(repository.find({ passed: [later, set] })).toEqual({
      version: '0.2.0',
      changesets: 'true',
      due: 'true',
      commit: set,
    });
  });

  test('is the first that passed CI, of those with the version', () => {
    using repository = new Repository();
    const before = repository.commit({ 'a.txt': 'a' });
    repository.commit(versionOf('0.2.0'));
    const mended = repository.commit({ 'b.txt': 'b' });
    const later = repository.commit({ 'c.txt': 'c' });
    expect(repository.find({ passed: [later, before], tested: mended })).toMatchObject({ commit: mended });
    expect(repository.find({ passed: [before] })).toMatchObject({ due: 'true', commit: '' });
  });

  test('is on main, where the version came by a merge', () => {
    using repository = new Repository();
    repository.git('switch', '--quiet', '--create', 'changeset-release/main');
    const inBranch = repository.commit(versionOf('0.2.0'));
    repository.git('switch', '--quiet', 'main');
    repository.git('merge', '--quiet', '--no-ff', '--message', 'Merge it', 'changeset-release/main');
    const merge = repository.git('rev-parse', 'HEAD');
    repository.commit({ 'a.txt': 'a' });
    expect(repository.find({ passed: [merge, inBranch] })).toMatchObject({ commit: merge });
  });

  test('is missing where the version is released, or no changeset has set it', () => {
    using repository = new Repository();
    const first = repository.git('rev-parse', 'HEAD');
    expect(repository.find({ passed: [first] })).toEqual({
      version: '0.1.0',
      changesets: 'false',
      due: 'false',
      commit: '',
    });
    const set = repository.commit(versionOf('0.2.0'));
    expect(repository.find({ passed: [set], released: '{"url":"https://github.com/"}' })).toMatchObject({
      due: 'false',
      commit: '',
    });
  });

  test('is not looked for where GitHub does not say whether the version is released', () => {
    using repository = new Repository();
    repository.commit(versionOf('0.2.0'));
    expect(() => repository.find({ passed: [], missing: 'HTTP 502: Bad Gateway' })).toThrow('HTTP 502: Bad Gateway');
  });
});

describe('the image', () => {
  const build = [
    'build --tag $I:0.2.0 --build-arg VERSION=0.2.0 --build-arg REVISION=0123abc --build-arg SOURCE=https://code.example.org/acme/social .',
    'push $I:0.2.0',
  ];
  const latest = ['tag $I:0.2.0 $I:latest', 'push $I:latest'];

  test('is built where the registry lacks it', () => {
    expect(pushImage({ missing: NO_IMAGE })).toEqual({ status: 0, did: [...build, ...latest] });
  });

  test('is not built again, and is the latest one, where the registry has it', () => {
    expect(pushImage({})).toEqual({ status: 0, did: ['pull $I:0.2.0', ...latest] });
  });

  test('is not pushed where the registry does not answer', () => {
    expect(pushImage({ missing: NO_ANSWER })).toEqual({ status: 1, did: [] });
  });
});

test('publishing from a file says what was published when the file or the registry is missing', () => {
  using folder = new Folder();
  const publish = () =>
    spawnSync(process.execPath, [join(ROOT, 'scripts/publish.mjs'), join(folder.path, 'order.json')], {
      encoding: 'utf8',
      env: { ...process.env, NPM_CONFIG_REGISTRY: 'http://127.0.0.1:1/', NPM_CONFIG_FETCH_RETRIES: '0' },
    });
  expect(publish()).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/order\.json.*\nNothing was published\./),
  });
  const archive = { name: '@social/types', version: '0.2.0', archive: 'types.tgz', sbom: 'types.cdx.json' };
  folder.write({ 'order.json': JSON.stringify([archive]) });
  const { status, stderr } = publish();
  expect(status).toBe(1);
  expect(stderr).toMatch(/does not say whether @social\/types@0\.2\.0 is there:[\s\S]*ECONNREFUSED[\s\S]*Run it again/);
});

const versionOf = (version: string) => ({
  'packages/cli/package.json': `${JSON.stringify({ name: '@social/cli', version }, null, 2)}\n`,
  'packages/cli/CHANGELOG.md': `# @social/cli\n\n## ${version}\n`,
});

class Folder {
  readonly path = mkdtempSync(join(tmpdir(), 'social-release-'));

  write(files: Record<string, string>, mode = 0o644): void {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(join(this.path, name, '..'), { recursive: true });
      writeFileSync(join(this.path, name), text, { mode });
    }
  }

  /** Environment of a script that finds a program of this text in place of the one with this name. */
  replacing(program: string, text: string): NodeJS.ProcessEnv {
    this.write({ [`bin/${program}`]: `#!/bin/sh\n${text}\n` }, 0o755);
    return { ...process.env, PATH: `${join(this.path, 'bin')}${delimiter}${process.env.PATH}` };
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true });
  }
}

/** A repository whose first version was written by hand. */
class Repository extends Folder {
  constructor() {
    super();
    this.git('init', '--quiet', '--initial-branch=main');
    this.commit({ 'packages/cli/package.json': versionOf('0.1.0')['packages/cli/package.json'] });
  }

  git(...args: string[]): string {
    const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgSign=false'];
    return execFileSync('git', [...who, ...args], { cwd: this.path, encoding: 'utf8' }).trim();
  }

  /** Commits files. Returns the commit. */
  commit(files: Record<string, string>): string {
    this.write(files);
    this.git('add', ...Object.keys(files));
    this.git('commit', '--quiet', '--message', 'A change');
    return this.git('rev-parse', 'HEAD');
  }

  /** Returns the outputs of `find-release.sh`, where these commits have passed CI. */
  find(at: { passed: string[]; tested?: string; released?: string; missing?: string }): Record<string, string> {
    const { passed, tested = '', released, missing = NO_RELEASE } = at;
    const view = released === undefined ? `echo '${missing}' >&2; exit 1` : `echo '${released}'`;
    const env = this.replacing('gh', `if [ "$1" = release ]; then ${view}; fi\necho '${passed.join('\n')}'`);
    const { status, stdout, stderr } = spawnSync(join(ROOT, '.github/find-release.sh'), {
      cwd: this.path,
      encoding: 'utf8',
      env: { ...env, TESTED: tested },
    });
    if (status !== 0) throw new Error(stderr);
    return Object.fromEntries(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.split('=')),
    );
  }
}

/** Runs `push-image.sh`. Returns what it did by docker, with `$I` for the name of the image. */
function pushImage({ missing }: { missing?: string }): { status: number | null; did: string[] } {
  using folder = new Folder();
  const inspect = missing === undefined ? "echo '{}'" : `echo '${missing}' >&2; exit 1`;
  const env = folder.replacing('docker', `if [ "$1" = manifest ]; then ${inspect}; else echo "$@"; fi`);
  const { status, stdout, stderr } = spawnSync(join(ROOT, '.github/push-image.sh'), {
    encoding: 'utf8',
    env: {
      ...{ ...env, IMAGE: 'registry.example.org/social', VERSION: '0.2.0', COMMIT: '0123abc' },
      ...{ GITHUB_SERVER_URL: 'https://code.example.org', GITHUB_REPOSITORY: 'acme/social' },
    },
  });
  if (missing !== undefined && status !== 0) expect(stderr.trim()).toBe(missing);
  const did = stdout.replaceAll('registry.example.org/social', '$I').trim().split('\n');
  return { status, did: did.filter((line) => line !== '') };
}
