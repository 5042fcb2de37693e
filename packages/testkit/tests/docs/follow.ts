import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, vi } from 'vitest';
import type { ConsoleStep, Document, Step } from './document.ts';
import { isShown } from './printed.ts';
import { openTerminal, type Terminal } from './terminal.ts';

/** Directory and variables with which a reader follows a document. */
export interface World {
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
  /** Does in a browser what a command on the terminal waits for; gets everything that it has printed so far. */
  readonly lookAt: (printed: string) => void;
  /** Puts in what is different everywhere: ports, keys that were printed. */
  readonly adapt: (code: string) => string;
}

/** Works through a document as its reader would. Fails at the first step that does not do what the document says. */
export async function follow({ steps }: Document, world: World): Promise<void> {
  await using terminal = await openTerminal(world.directory, world.env);
  for (const [index, step] of steps.entries()) {
    if (step.kind === 'file') writeInto(world, step.path, step.content);
    else if (step.kind === 'command') await runCommand(step, steps[index + 1], terminal, world);
    else if (step.kind === 'script') await runScript(`set -e\n${step.script}\nset +e`, step.line, terminal, world);
    else {
      const name = `program-${step.line}.${step.language === 'ts' ? 'ts' : 'mjs'}`;
      writeInto(world, name, step.content);
      await runScript(`node ${name}`, step.line, terminal, world);
    }
  }
}

async function runScript(script: string, line: number, terminal: Terminal, { adapt, lookAt }: World): Promise<void> {
  const { status, printed } = await terminal.run(adapt(script), lookAt);
  expect(status, `line ${line} ended with ${status}:\n${printed}`).toBe(0);
}

/** A command that fails is followed by `echo $?`, which says how. One in the background is given time to print. */
async function runCommand(step: ConsoleStep, next: Step | undefined, terminal: Terminal, world: World): Promise<void> {
  const { command, line, prints } = step;
  const { status, printed } = await terminal.run(world.adapt(command), world.lookAt);
  const mayFail = next?.kind === 'command' && next.command === 'echo $?';
  if (!mayFail) expect(status, `line ${line}: ${command}\nended with ${status}:\n${printed}`).toBe(0);
  const shown = prints?.map(world.adapt) ?? ['…'];
  if (!command.endsWith('&')) return compare(printed, shown, step);
  await vi.waitFor(() => compare(terminal.printedSince(), shown, step), { timeout: 20_000, interval: 50 });
  world.lookAt(terminal.printedSince());
}

function compare(printed: string, shown: readonly string[], { line, command }: ConsoleStep): void {
  if (isShown(printed, shown)) return;
  // Compared as they are, so that the difference is shown.
  expect(printed, `line ${line}: ${command}`).toBe(shown.join('\n'));
}

function writeInto({ directory, adapt }: World, path: string, content: string): void {
  mkdirSync(dirname(join(directory, path)), { recursive: true });
  writeFileSync(join(directory, path), adapt(content));
}
