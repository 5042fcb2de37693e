import { ERROR_CODES } from '@social/types';
import type { Command } from 'commander';
import { exitCodeOf } from '../src/lib/exit-codes.ts';
import { documentationOf, exitsOf } from '../src/lib/help.ts';
import type { Io } from '../src/lib/io.ts';
import { createProgram } from '../src/program.ts';

// Prints what the command is made of as JSON, from the same objects that run and print its help, for the documentation.
const nothing = { write: () => {}, isTTY: false, columns: undefined };
const io = { stdout: nothing, stderr: nothing, env: {} } as unknown as Io;
const program = createProgram(io, () => async () => {});

const description = {
  globalOptions: describe(program, []).options,
  commands: walk(program, []),
  /** The exit code of every error that the server can answer with. */
  exitCodes: Object.fromEntries(
    Object.entries(ERROR_CODES).map(([code, { status }]) => [code, exitCodeOf(code, status)]),
  ),
};
console.log(JSON.stringify(description));

function walk(command: Command, parents: readonly string[]): ReturnType<typeof describe>[] {
  const words = [...parents, command.name()];
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((child) => child.name() !== 'help')
    .flatMap((child) => [describe(child, words), ...walk(child, words)]);
}

function describe(command: Command, parents: readonly string[]) {
  const help = command.createHelp();
  const documentation = documentationOf(command);
  return {
    words: [...parents, command.name()],
    usage: help.commandUsage(command),
    description: command.description(),
    arguments: command.registeredArguments.map((one) => ({
      name: one.name(),
      isRequired: one.required,
      description: one.description,
      choices: one.argChoices ?? [],
    })),
    options: help
      .visibleOptions(command)
      .filter((option) => option.long !== '--help')
      .map((option) => ({
        flags: option.flags,
        description: option.description,
        choices: option.argChoices ?? [],
        isMandatory: option.mandatory,
      })),
    examples: documentation?.examples ?? [],
    json: documentation?.json ?? null,
    notes: documentation?.notes ?? null,
    exits: documentation ? exitsOf(documentation) : [],
  };
}
