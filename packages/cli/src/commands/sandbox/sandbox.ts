import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context } from '../../lib/context.ts';
import { type CliError, failed } from '../../lib/errors.ts';
import { EXIT, type ExitCode } from '../../lib/exit-codes.ts';
import type { Io } from '../../lib/io.ts';

/** `social sandbox`: starts `social-sandbox`, a separate package, and ends with it. */
export async function runSandbox(context: Context, options: { readonly port?: number }): Promise<ExitCode> {
  const { io, output } = context;
  const port = options.port === undefined ? [] : ['--port', String(options.port)];
  const args = ['start', ...port, ...(output.isJson ? ['--json'] : [])];
  const script = await findScript(io);
  // Not on Windows: a program on the PATH is a script of npm there, which only a shell starts.
  if (script === undefined && process.platform === 'win32') throw notInstalled();
  const code = await (script === undefined
    ? // Not on Windows: see above.
      io.runProgram('social-sandbox', args)
    : io.runProgram(process.execPath, [script, ...args])
  ).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? notInstalled() : error;
  });
  if (io.signal.aborted) return EXIT.interrupted;
  if (code === 0) return EXIT.done;
  return code === 2 ? EXIT.usage : EXIT.failed;
}

function notInstalled(): CliError {
  return failed(
    'sandbox_not_installed',
    'The sandbox is not installed: it is a package of its own',
    'Install it here: npm install --save-dev @social/sandbox',
    'or for all: npm install --global @social/sandbox',
  );
}

/**
 * Finds the program in the package next to this one, or in the package that the working directory would import. Stops at the
 * home directory: above it, another user may have put a package.
 */
async function findScript({ workingDirectory, homeDirectory }: Io): Promise<string | undefined> {
  // This file is bundled into dist/.
  const here = fileURLToPath(new URL('../..', import.meta.url));
  const folders = [join(here, 'sandbox')];
  for (let folder = workingDirectory; ; folder = dirname(folder)) {
    folders.push(join(folder, 'node_modules', '@social/sandbox'));
    if (folder === dirname(folder) || folder === homeDirectory) break;
  }
  for (const folder of folders) {
    const script = await scriptOf(folder);
    if (script !== undefined) return script;
  }
  return undefined;
}

/** Returns true for a file of the current user or of root; another user may have put a file where this command looks. */
async function isTrusted(path: string): Promise<boolean> {
  const { uid } = await stat(path);
  const own = process.getuid?.();
  return own === undefined || uid === own || uid === 0;
}

async function scriptOf(folder: string): Promise<string | undefined> {
  try {
    const manifest = join(folder, 'package.json');
    const { name, bin } = JSON.parse(await readFile(manifest, 'utf8'));
    const path: unknown = bin?.['social-sandbox'];
    if (name !== '@social/sandbox' || typeof path !== 'string') return undefined;
    const script = join(folder, path);
    return (await isTrusted(manifest)) && (await isTrusted(script)) ? script : undefined;
  } catch {
    return undefined;
  }
}
