import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { capture } from '../programs.mjs';
import { bundledPackages } from '../third-party/bundled.mjs';

/** The scope that the packages have in this repository. */
const OWN_SCOPE = '@social';
/** The packages that people look for by the names of networks. */
const FOUND_BY_NETWORK = ['cli', 'platforms'].map((name) => `${OWN_SCOPE}/${name}`);
const TEXT = /(?:\.(?:js|cjs|ts|json|map|md|txt|html|css)|LICENSE)$/;

/** Returns the public packages of this repository, with their folders: each after those that it depends on. */
export function publicPackages() {
  const folders = readdirSync('packages').map((name) => resolve('packages', name));
  const all = folders
    .map((folder) => ({ folder, manifest: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) }))
    .filter(({ manifest }) => !manifest.private);
  const ordered = new Set();
  const add = (one) => {
    const needed = { ...one.manifest.dependencies, ...one.manifest.peerDependencies };
    for (const other of all) if (other.manifest.name in needed) add(other);
    ordered.add(one);
  };
  for (const one of all) add(one);
  return [...ordered];
}

/**
 * Packs a built package as it is published, with its SBOM beside it.
 * @param {{folder: string, manifest: {name: string, version: string}}} one
 * @param {{scope: string, owner: string, repository: string}} owner
 * @param {string} target folder of the archive
 * @returns {Promise<{name: string, version: string, archive: string, sbom: string}>}
 */
export async function makeArchive({ folder, manifest }, owner, target) {
  const staging = join(target, 'staging');
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true });
  await capture('pnpm', ['--dir', folder, 'pack', '--pack-destination', staging]);
  const [packed] = readdirSync(staging);
  await capture('tar', ['-xzf', packed, '--no-same-owner'], { cwd: staging });
  const content = join(staging, 'package');
  complete(content, folder, owner);
  takeScope(content, owner.scope);
  const name = manifest.name.replace(OWN_SCOPE, owner.scope);
  const lines = await capture('npm', ['pack', content, '--pack-destination', target, '--silent']);
  const archive = join(target, lines.trim().split('\n').at(-1));
  rmSync(staging, { recursive: true, force: true });
  const sbom = archive.replace(/\.tgz$/, '.cdx.json');
  writeFileSync(sbom, await sbomOf(folder, manifest, owner.scope));
  return { name, version: manifest.version, archive, sbom };
}

/** Adds what only a published package needs, and removes what only this repository uses. */
function complete(content, folder, { owner, repository }) {
  const file = join(content, 'package.json');
  const { scripts: _, devDependencies: __, ...manifest } = JSON.parse(readFileSync(file, 'utf8'));
  const whole = {
    ...manifest,
    files: [...manifest.files, 'CHANGELOG.md'],
    keywords: [...manifest.keywords, ...(FOUND_BY_NETWORK.includes(manifest.name) ? networkIds() : [])],
    author: owner,
    homepage: `${repository}#readme`,
    bugs: `${repository}/issues`,
    repository: { type: 'git', url: `git+${repository}.git`, directory: `packages/${basename(folder)}` },
  };
  writeFileSync(file, `${JSON.stringify(whole, null, 2)}\n`);
  const changelog = join(folder, 'CHANGELOG.md');
  if (existsSync(changelog)) copyFileSync(changelog, join(content, 'CHANGELOG.md'));
}

/** The networks that people know by name: each that is not reached through another one. */
function networkIds() {
  const contract = new URL('../../packages/types/src/generated/openapi.json', import.meta.url);
  const networks = JSON.parse(readFileSync(contract, 'utf8'))['x-networks'];
  return Object.keys(networks).filter((id) => networks[id].through === undefined);
}

/** Names the packages of this repository by the owner's scope in every text. */
function takeScope(content, scope) {
  if (scope === OWN_SCOPE) return;
  for (const entry of readdirSync(content, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !TEXT.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(`${OWN_SCOPE}/`, `${scope}/`));
  }
}

/** An SBOM (CycloneDX) of what the package installs, and of what its build contains. */
async function sbomOf(folder, { name, version }, scope) {
  const args = ['sbom', '--filter', name, '--prod', '--sbom-format', 'cyclonedx', '--sbom-spec-version', '1.6'];
  const sbom = JSON.parse(await capture('pnpm', args));
  const known = new Set(sbom.components.map((component) => component['bom-ref']));
  const bundled = bundledPackages(folder)
    .map(componentOf)
    .filter((component) => !known.has(component['bom-ref']));
  sbom.components.push(...bundled);
  const root = sbom.dependencies.find(({ ref }) => ref === `pkg:npm/${name.replace('@', '%40')}@${version}`);
  root.dependsOn = [...(root.dependsOn ?? []), ...bundled.map((component) => component['bom-ref'])];
  const text = JSON.stringify(sbom, null, 2);
  return `${text
    .replaceAll(`${OWN_SCOPE}/`, `${scope}/`)
    .replaceAll('%40social/', `%40${scope.slice(1)}/`)
    .replaceAll(`"group": "${OWN_SCOPE}"`, `"group": "${scope}"`)}\n`;
}

function componentOf({ name, version, license }) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const [group, own] = name.startsWith('@') ? name.split('/') : [undefined, name];
  return {
    type: 'library',
    ...(group && { group }),
    name: own,
    version,
    purl,
    'bom-ref': purl,
    licenses: [{ expression: license }],
  };
}
