import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';
import { quote } from '../../text/terminal-text.ts';
import { readText } from './read-text.ts';

/** A text while it is being written. */
export interface Draft extends AsyncDisposable {
  /** The file it is written in, which stays when nothing was sent; undefined without an editor. */
  readonly path: string | undefined;
  /** Lets the user write or change the text. @throws {CliError} when it is empty or the editor failed */
  write(): Promise<void>;
  text(): string;
  /** The file is no longer needed. */
  discard(): void;
}

/** A text in the user's own editor, where VISUAL or EDITOR names one, else in a prompt of one line. */
export async function startDraft(context: Context): Promise<Draft> {
  const { io } = context;
  const editor = io.env['VISUAL'] || io.env['EDITOR'];
  const path = editor && join(await mkdtemp(join(tmpdir(), 'social-')), 'post.md');
  if (path) await writeFile(path, '', { mode: 0o600 });
  let text = '';
  let isKept = false;
  return {
    path: path || undefined,
    text: () => text,
    discard: () => {
      isKept = false;
    },
    async write() {
      isKept = true;
      try {
        text = editor && path ? await edit(context, editor, path) : await ask(context, text);
      } catch (error) {
        // There is nothing to keep of a text that was never written.
        isKept = text !== '' || !(error instanceof CliError && error.report.exitCode === EXIT.usage);
        throw error;
      }
    },
    async [Symbol.asyncDispose]() {
      if (path && !isKept) await rm(dirname(path), { recursive: true, force: true });
    },
  };
}

async function edit({ io }: Context, editor: string, path: string): Promise<string> {
  // As git does: the variable is a command line of a shell, such as `code --wait`.
  const code = await io.runProgram('sh', ['-c', `${editor} "$1"`, 'sh', path]);
  io.signal.throwIfAborted();
  if (code === 0) return await readText(io, undefined, path);
  throw new CliError({
    exitCode: EXIT.failed,
    code: 'editor_failed',
    message: `The editor ${quote(editor)} ended with ${code === null ? 'a signal' : `code ${code}`}`,
    hints: [`Nothing was sent. What was written is in ${path}`, 'Set VISUAL or EDITOR to another program.'],
  });
}

async function ask({ io }: Context, known: string): Promise<string> {
  const { input } = await import('@inquirer/prompts');
  const question = { message: 'Text', default: known, prefill: 'editable' as const, required: true };
  return await readText(
    io,
    await input(question, { input: io.stdin, output: io.terminal, signal: io.signal }),
    undefined,
  );
}
