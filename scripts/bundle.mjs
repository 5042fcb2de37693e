import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { run } from './programs.mjs';

// Makes what runs: the JavaScript of every package and the dashboard, without declarations, notices and documentation, which
// `build` adds. What was made of the same sources stays.

const root = fileURLToPath(new URL('..', import.meta.url));
const stamps = join(root, 'node_modules/.cache/bundle');
const SHARED = ['pnpm-lock.yaml', 'owner.json', 'tsconfig.base.json', 'tsup.library.ts', 'scripts/bundle.mjs'];

const library = (name) => ({ folder: `packages/${name}`, options: 'default', out: 'dist' });
/** The server with points at which tests kill it; never published. */
const FAULTS = { folder: 'packages/server', options: 'withFaults', out: 'dist-faults' };
/** Each after what its build takes from others. */
const BUNDLES = [
  ...[
    'types',
    'rules',
    'sdk',
    'platforms',
    'post-input',
    'mcp',
    'sandbox',
    'cli',
    'release-it',
    'semantic-release',
  ].map(library),
  { folder: 'apps/dashboard', options: null, out: 'dist' },
  library('server'),
];

/**
 * Bundles folders with what they need, or everything.
 * @param folders such as `packages/cli`
 * @param withFaults also builds the server that tests kill
 * @returns the folders that it built
 */
export async function bundle({ folders = BUNDLES.map(({ folder }) => folder), withFaults = false } = {}) {
  const needed = new Set(folders.flatMap(withDependencies));
  const wanted = BUNDLES.filter(({ folder }) => needed.has(folder));
  const built = [];
  for (const each of withFaults ? [...wanted, FAULTS] : wanted) {
    const stamp = join(stamps, each.folder, each.out);
    const inputs = hashOf(withDependencies(each.folder));
    const stands = existsSync(join(root, each.folder, each.out)) && existsSync(stamp);
    if (stands && readFileSync(stamp, 'utf8') === inputs) continue;
    rmSync(stamp, { force: true });
    await make(each);
    mkdirSync(join(stamp, '..'), { recursive: true });
    writeFileSync(stamp, inputs);
    built.push(each.folder);
  }
  return built;
}

async function make({ folder, options: name, out }) {
  const at = (path) => join(root, folder, path);
  if (name === null) {
    const vite = [at('node_modules/vite/bin/vite.js'), 'build', '--logLevel=error'];
    if ((await run(process.execPath, vite, { cwd: at('') })) !== 0) throw new Error(`${folder} was not built`);
    return;
  }
  // Only where something is built: loading it takes a quarter of a second.
  const { build } = await import('tsup');
  const { [name]: options } = await import(pathToFileURL(at('tsup.config.ts')));
  // tsup and its plugins read paths and package.json from the working directory.
  process.chdir(at(''));
  try {
    await build({
      ...options,
      dts: false,
      config: false,
      silent: true,
      clean: ['!**/*.d.ts', '!THIRD-PARTY-NOTICES.txt'],
      esbuildOptions(esbuild, context) {
        options.esbuildOptions?.(esbuild, context);
        // One process builds many packages, and esbuild keeps the directory it was started in.
        esbuild.absWorkingDir = at('');
      },
    });
  } finally {
    process.chdir(root);
  }
  if (folder === 'packages/types') cpSync(at('src/generated/openapi.json'), at('dist/openapi.json'));
  if (folder === 'packages/server') copyDashboard(at(out));
}

function copyDashboard(target) {
  const filter = (path) => !path.endsWith('modules.json');
  cpSync(join(root, 'apps/dashboard/dist'), join(target, 'dashboard'), { recursive: true, filter });
}

/** The folder and those of the workspace that it depends on, in any depth. */
function withDependencies(folder) {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const names = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name.startsWith('@social/'));
  const direct = BUNDLES.filter(({ folder: other }) => names.includes(`@social/${other.split('/')[1]}`));
  return [folder, ...direct.flatMap((other) => withDependencies(other.folder))];
}

function hashOf(folders) {
  const own = [...new Set(folders)].flatMap((folder) => [
    ...globSync(`${folder}/{src,public}/**/*`, { cwd: root, exclude: (path) => path.includes('.test.') }),
    ...globSync(`${folder}/{package.json,tsconfig.json,index.html,tsup.config.ts,vite.config.ts}`, { cwd: root }),
  ]);
  const hash = createHash('sha256');
  for (const path of [...SHARED, ...own].sort()) {
    const content = readFile(join(root, path));
    if (content !== null) hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function readFile(path) {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error.code === 'EISDIR') return null;
    throw error;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folders = process.argv.slice(2);
  await bundle(folders.length > 0 ? { folders } : {});
}
