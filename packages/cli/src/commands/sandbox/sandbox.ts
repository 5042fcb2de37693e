import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context } from '../../lib/context.ts';
import { CliError } from '../../lib/errors.ts';
import { EXIT, type ExitCode } from '../../lib/exit-codes.ts';

/** `social sandbox`: starts `social-sandbox`, which is a package of its own, and ends with it. */
export async function runSandbox(context: Context, options: { readonly port?: number }): Promise<ExitCode> {
  const { io, output } = context;
  const port = options.port === undefined ? [] : ['--port', String(options.port)];
  const args = ['start', ...port, ...(output.isJson ? ['--json'] : [])];
  const script = await findScript(io.workingDirectory);
  const code = await (script === undefined
    ? io.runProgram('social-sandbox', args)
    : io.runProgram(process.execPath, [script, ...args])
  ).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? notInstalled() : error;
  });
  if (io.signal.aborted) return EXIT.interrupted;
  if (code === 0) return EXIT.done;
  return code === 2 ? EXIT.usage : EXIT.failed;
}

function notInstalled(): CliError {
  return new CliError({
    exitCode: EXIT.failed,
    code: 'sandbox_not_installed',
    message: 'The sandbox is not installed: it is a package of its own',
    hints: [
      'Install it here: npm install --save-dev @social/sandbox',
      'or for all: npm install --global @social/sandbox',
    ],
  });
}

/** The program of the package beside this one, or of the one that the working directory would import. */
async function findScript(workingDirectory: string): Promise<string | undefined> {
  // This file is bundled into dist/.
  const here = fileURLToPath(new URL('../..', import.meta.url));
  const folders = [join(here, 'sandbox')];
  for (let folder = workingDirectory; ; folder = dirname(folder)) {
    folders.push(join(folder, 'node_modules', '@social', 'sandbox'));
    if (folder === dirname(folder)) break;
  }
  for (const folder of folders) {
    const script = await scriptOf(folder);
    if (script !== undefined) return script;
  }
  return undefined;
}

async function scriptOf(folder: string): Promise<string | undefined> {
  try {
    const { name, bin } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const path: unknown = bin?.['social-sandbox'];
    return name === '@social/sandbox' && typeof path === 'string' ? join(folder, path) : undefined;
  } catch {
    return undefined;
  }
}
