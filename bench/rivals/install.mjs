import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRepository } from '../programs.mjs';
import { TOOLS, VERSIONS } from './tools.mjs';

/** Installs each tool with npm in an empty folder: ours from its archive, the others from the registry. */
export function installTools(directory) {
  return TOOLS.map((tool) => {
    const folder = join(directory, tool.name);
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const version = VERSIONS[tool.package];
    const source = version ? `${tool.package}@${version}` : pack(directory);
    run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', source], folder);
    const manifest = JSON.parse(readFileSync(join(folder, 'node_modules', tool.package, 'package.json'), 'utf8'));
    return {
      ...tool,
      folder,
      version: manifest.version,
      script: realpathSync(join(folder, 'node_modules', '.bin', tool.bin)),
      bytes: bytesOf(join(folder, 'node_modules')),
      packages: countPackages(folder),
    };
  });
}

function pack(directory) {
  run('pnpm', ['--dir', inRepository('packages/cli'), 'pack', '--pack-destination', directory], directory);
  return join(directory, readdirSync(directory).find((name) => name.endsWith('.tgz')) ?? '');
}

function run(command, args, cwd) {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}`);
}

function bytesOf(folder) {
  const files = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

function countPackages(folder) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  return Object.keys(packages).filter((path) => path !== '').length;
}
