import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NETWORK_IDS, networkFacts } from '@social/types';
import { describe, expect, test } from 'vitest';
import { RELEASED, VERSION } from './support/registry.ts';

const PACKAGES = ['cli', 'platforms', 'release-it', 'rules', 'sandbox', 'sdk', 'semantic-release', 'server', 'types'];
const FILES = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'];
const BUILT = /^dist\/(?:.*\.js|.*\.js\.map|.*\.d\.ts|openapi\.json|THIRD-PARTY-NOTICES\.txt)$/;
const DASHBOARD =
  /^dist\/dashboard\/(?:index\.html|favicon\.ico|icon-[\w-]+\.png|manifest\.webmanifest|assets\/[\w.-]+)$/;

test('nothing is released before the owner says who publishes and where', () => {
  expect(RELEASED.withoutOwner.isOk).toBe(false);
  expect(RELEASED.withoutOwner.said).toContain('scope: the scope of the packages on the registry, such as @social');
  expect(RELEASED.withoutOwner.said).toContain('Nothing was published.');
});

test('one command sets the versions, publishes every public package, and tags the commit', () => {
  expect(RELEASED.first).toMatchObject({ isOk: true });
  const git = (...args: string[]) => execFileSync('git', args, { cwd: RELEASED.copy, encoding: 'utf8' }).trim();
  expect(git('log', '-1', '--format=%s')).toBe(`Version ${VERSION}`);
  expect(git('tag', '--points-at', 'HEAD')).toBe(`v${VERSION}`);
  expect(git('status', '--porcelain')).toBe('');
  const manifests = globSync('packages/*/package.json', { cwd: RELEASED.copy });
  const isPublic = (file: string) => !JSON.parse(readFileSync(join(RELEASED.copy, file), 'utf8')).private;
  expect(
    manifests
      .filter(isPublic)
      .map((file) => file.split('/')[1])
      .sort(),
  ).toEqual(PACKAGES);
});

test('a release that is run again publishes nothing', () => {
  expect(RELEASED.second.isOk).toBe(true);
  for (const name of PACKAGES) expect(RELEASED.second.said).toContain(`@social/${name}@${VERSION} is there already`);
});

test('the archives of another scope name the packages by it, and nothing by the old one', () => {
  const archives = globSync('*.tgz', { cwd: RELEASED.otherArchives });
  expect(archives).toHaveLength(PACKAGES.length);
  for (const archive of archives) {
    expect(archive).toMatch(/^example-/);
    const text = execFileSync('tar', ['-xzOf', join(RELEASED.otherArchives, archive)], { maxBuffer: 100_000_000 });
    expect(text.includes('@social/'), archive).toBe(false);
    expect(readFileSync(join(RELEASED.otherArchives, archive.replace(/\.tgz$/, '.cdx.json')), 'utf8')).not.toMatch(
      /(?:@|%40)social\b/,
    );
  }
});

test('a package is published after those that it needs', () => {
  const order: { name: string }[] = JSON.parse(readFileSync(join(RELEASED.copy, 'release/order.json'), 'utf8'));
  const names = order.map(({ name }) => name);
  expect(names.toSorted()).toEqual(PACKAGES.map((name) => `@social/${name}`));
  for (const [name, needed] of [
    ['rules', 'types'],
    ['platforms', 'rules'],
    ['server', 'types'],
    ['release-it', 'cli'],
    ['semantic-release', 'cli'],
  ]) {
    expect(names.indexOf(`@social/${needed}`)).toBeLessThan(names.indexOf(`@social/${name}`));
  }
});

describe.each(PACKAGES)('the archive of @social/%s', (name) => {
  const archive = join(RELEASED.copy, 'release', `social-${name}-${VERSION}.tgz`);
  const read = (file: string) => execFileSync('tar', ['-xzOf', archive, `package/${file}`], { encoding: 'utf8' });
  const files = () =>
    execFileSync('tar', ['-tzf', archive], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((file) => file.replace('package/', ''));

  test('holds README, licence, changelog and the build, and nothing else', () => {
    expect(
      files()
        .filter((file) => !BUILT.test(file) && !DASHBOARD.test(file))
        .sort(),
    ).toEqual(FILES.toSorted());
    expect(files().some((file) => DASHBOARD.test(file))).toBe(name === 'server');
    expect(read('CHANGELOG.md')).toContain(`## ${VERSION}`);
  });

  test('says whose it is, where it comes from and what it is about, and names every type', () => {
    const manifest = JSON.parse(read('package.json'));
    expect(manifest).toMatchObject({
      name: `@social/${name}`,
      license: 'MIT',
      author: 'A publisher <publisher@example.org>',
      homepage: 'https://git.example.org/publisher/social#readme',
      bugs: 'https://git.example.org/publisher/social/issues',
      repository: { url: 'git+https://git.example.org/publisher/social.git', directory: `packages/${name}` },
      publishConfig: { access: 'public' },
    });
    const own = JSON.parse(readFileSync(join(RELEASED.copy, 'packages', name, 'package.json'), 'utf8'));
    expect(own.keywords.length).toBeGreaterThan(2);
    const networks = ['cli', 'platforms'].includes(name) ? NETWORK_IDS.filter((id) => !networkFacts(id).through) : [];
    expect(manifest.keywords).toEqual([...own.keywords, ...networks]);
    expect(manifest).not.toHaveProperty('scripts');
    expect(manifest).not.toHaveProperty('devDependencies');
    const exported = Object.values<{ types?: string } | string>(manifest.exports ?? {});
    for (const one of exported) {
      if (typeof one !== 'string') expect(files()).toContain(one.types?.replace('./', ''));
    }
  });

  test('comes with a list of what it installs and contains', () => {
    const sbom = JSON.parse(readFileSync(archive.replace(/\.tgz$/, '.cdx.json'), 'utf8'));
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name, version: VERSION } } });
    const listed = new Set(sbom.components.map(({ purl }: { purl: string }) => purl));
    const refs = sbom.dependencies.flatMap(({ dependsOn }: { dependsOn?: string[] }) => dependsOn ?? []);
    expect(refs.filter((ref: string) => !listed.has(ref))).toEqual([]);
    const contained = files().includes('dist/THIRD-PARTY-NOTICES.txt')
      ? Array.from(read('dist/THIRD-PARTY-NOTICES.txt').matchAll(/^ {2}(\S+) (\d\S*)$/gm))
      : [];
    for (const [, third = '', version] of contained) {
      expect(listed).toContain(`pkg:npm/${third.replace('@', '%40')}@${version}`);
    }
  });
});
