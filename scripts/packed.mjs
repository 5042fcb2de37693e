import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { useInstalled } from './installed.mjs';
import { capture } from './programs.mjs';

const MAX_CLI_BYTES = 5_000_000;
const MAX_CLI_PACKAGES = 30;

/**
 * Packs every package as it is published, installs the archives with npm in empty folders, one for each Node, imports and
 * starts what was installed, and publishes a post with it. Returns the problems.
 */
export async function tryPackages(programs) {
  const folder = mkdtempSync(join(tmpdir(), 'social-packed-'));
  try {
    const packages = await packAll(folder);
    const nodes = Object.entries(programs).filter(([name]) => name.startsWith('node-'));
    const problems = [];
    const installed = [];
    for (const [name, program] of nodes) {
      const version = Number(name.slice('node-'.length));
      const fitting = packages.filter(({ manifest }) => version >= Number(/\d+/.exec(manifest.engines.node)?.[0]));
      problems.push(...(await tryOn(join(folder, name), program, fitting)).map((problem) => `${name}: ${problem}`));
      const names = fitting.map(({ manifest }) => manifest.name);
      installed.push({ name, node: program, folder: join(folder, name), hasServer: names.includes('@social/server') });
    }
    problems.push(...(await useInstalled(installed)));
    return [...problems, ...(await weighCli(join(folder, 'cli'), nodes[0][1], packages))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function packAll(folder) {
  const packed = [];
  for (const name of readdirSync('packages')) {
    const manifest = JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8'));
    if (manifest.private) continue;
    await capture('pnpm', ['--dir', `packages/${name}`, 'pack', '--pack-destination', folder]);
    packed.push({ manifest, archive: join(folder, `social-${name}-${manifest.version}.tgz`) });
  }
  return packed;
}

async function install(folder, program, packages) {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  // npm runs on the Node that comes first in PATH.
  const options = { cwd: folder, env: { ...process.env, PATH: `${dirname(program)}:${process.env.PATH}` } };
  const archives = packages.map(({ archive }) => archive);
  await capture('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...archives], options);
  return options;
}

async function tryOn(folder, program, packages) {
  const options = await install(folder, program, packages);
  const problems = [];
  for (const { manifest } of packages) {
    for (const [command, file] of Object.entries(manifest.bin ?? {})) {
      const help = await capture(program, [join('node_modules', manifest.name, file), '--help'], options);
      if (!help.startsWith('Usage: ')) problems.push(`${command} --help does not begin with its usage`);
    }
    if (!manifest.exports) continue;
    const code = `console.log(Object.keys(await import('${manifest.name}')).length)`;
    const names = await capture(program, ['--input-type=module', '--eval', code], options);
    if (Number(names) === 0) problems.push(`${manifest.name} exports nothing`);
  }
  console.log(
    `${dirname(dirname(program)).split('/').at(-1)}: ${packages.length} packages installed, imported and asked for help`,
  );
  return problems;
}

async function weighCli(folder, program, packages) {
  const cli = packages.filter(({ manifest }) => manifest.name === '@social/cli');
  await install(folder, program, cli);
  const root = join(folder, 'node_modules');
  const files = globSync('**/*', { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  const { packages: locked } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const count = Object.keys(locked).filter((path) => path !== '').length;
  console.log(`the command alone: ${count} packages, ${(bytes / 1e6).toFixed(1)} MB`);
  return [
    ...(count > MAX_CLI_PACKAGES ? [`the command installs ${count} packages; the limit is ${MAX_CLI_PACKAGES}`] : []),
    ...(bytes > MAX_CLI_BYTES ? [`the command takes ${bytes} bytes; the limit is ${MAX_CLI_BYTES}`] : []),
  ];
}
