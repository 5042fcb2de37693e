import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ReportedError } from '@social/post-input/report';
import type { Context } from '../../context.ts';
import { failed } from '../../errors.ts';
import type { Io } from '../../io.ts';
import { promptStreams } from '../../terminal/tty.ts';
import { quote } from '../../text/terminal-text.ts';
import { readText } from './read-text.ts';

/** A text that the user is writing. */
export interface Draft extends AsyncDisposable {
  /** File of the text, which is kept when nothing was sent; undefined without an editor. */
  readonly path: string | undefined;
  /** Lets the user write or change the text. @throws {ReportedError} for an empty text @throws {CliError} when the editor failed */
  write(): Promise<void>;
  text(): string;
  /** Allows the file to be deleted. */
  discard(): void;
}

/** Starts a text in the editor that VISUAL or EDITOR names, else in a prompt of one line. */
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
        // Keep nothing of a text that was never written.
        isKept = text !== '' || !(error instanceof ReportedError && error.report.code === 'usage');
        throw error;
      }
    },
    async [Symbol.asyncDispose]() {
      if (path && !isKept) await rm(dirname(path), { recursive: true, force: true });
    },
  };
}

async function edit({ io }: Context, editor: string, path: string): Promise<string> {
  const code = await runEditor(io, editor, path);
  io.signal.throwIfAborted();
  if (code === 0) return await readText(io, undefined, path);
  throw failed(
    'editor_failed',
    `The editor ${quote(editor)} ended with ${code === null ? 'a signal' : `code ${code}`}`,
    `Nothing was sent. What was written is in ${path}`,
    'Set VISUAL or EDITOR to another program.',
  );
}

/** As in git, the variable is a shell command such as `code --wait`. */
function runEditor(io: Io, editor: string, path: string): Promise<number | null> {
  if (process.platform === 'win32') return io.runProgram('cmd.exe', ['/d', '/s', '/c', `"${editor} "${path}""`]);
  // Not on Windows: it has no sh.
  return io.runProgram('sh', ['-c', `${editor} "$1"`, 'sh', path]);
}

async function ask({ io }: Context, known: string): Promise<string> {
  const { input } = await import('@inquirer/prompts');
  const question = { message: 'Text', default: known, prefill: 'editable' as const, required: true };
  return await readText(io, await input(question, promptStreams(io)), undefined);
}
