import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { unpackFromDebian } from './debian.mjs';
import { keepProgram } from './kept-program.mjs';
import { PYTHON } from './python.mjs';

/** Tools of the pages and tests that a small machine may lack. */
const TOOLS = [
  { name: 'curl', program: 'usr/bin/curl', environment: {} },
  { name: 'openssl', program: 'usr/bin/openssl', environment: {}, probe: ['version'] },
  {
    name: 'git',
    program: 'usr/bin/git',
    environment: { GIT_EXEC_PATH: ['usr/lib/git-core'], GIT_TEMPLATE_DIR: ['usr/share/git-core/templates'] },
  },
  // Needs nothing else of its package and of what that depends on, which is seven times as large.
  { name: 'promtool', package: 'prometheus', program: 'usr/bin/promtool', isAlone: true, environment: {} },
  PYTHON,
];

/** Fetches missing tools into the user's cache. Returns a `PATH` with all tools that were found. */
export async function pathWithTools() {
  const missing = TOOLS.filter((tool) => !isInstalled(tool));
  const folders = new Set();
  for (const tool of missing) {
    try {
      folders.add(await fetchTool(tool));
    } catch (error) {
      console.log(`Tests that need ${tool.name} will fail: it is not installed, and not to be had (${error.message}).`);
    }
  }
  return [process.env.PATH, ...folders].join(delimiter);
}

function isInstalled({ name, probe = ['--version'], env = process.env }) {
  return spawnSync(name, probe, { env }).status === 0;
}

async function fetchTool(tool) {
  const { title = tool.name, unpack = unpackFromDebian } = tool;
  const launcher = await keepProgram(`${tool.name}-debian`, (folder) => {
    console.log(`No ${title} is installed: the Debian package is unpacked into ${dirname(folder)}, once.`);
    return unpack(folder, tool);
  });
  const bin = join(dirname(dirname(launcher)), 'bin');
  await mkdir(bin, { recursive: true });
  if (!existsSync(join(bin, tool.name))) await symlink(launcher, join(bin, tool.name));
  return bin;
}
