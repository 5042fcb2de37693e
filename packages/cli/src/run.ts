import { type Command, CommanderError } from 'commander';
import type { Start } from './commands/start.ts';
import type { GlobalFlags } from './lib/config/settings.ts';
import type { Context } from './lib/context.ts';
import { EXIT, type ExitCode } from './lib/exit-codes.ts';
import { hoistGlobalFlags } from './lib/global-flags.ts';
import type { Io } from './lib/io.ts';
import { createProgram } from './program.ts';

/**
 * Runs one command line.
 * @param argv the arguments after the program's name
 * @returns the exit code; failures are reported on stderr, never thrown
 */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.done;
  let running: Context | undefined;
  const start: Start =
    (load) =>
    async (...args) => {
      const { createContext } = await import('./lib/context.ts');
      const context = createContext(io, argv, program.opts<GlobalFlags>());
      running = context;
      const command = await load();
      try {
        exitCode = (await command(context, ...(args as never[]))) ?? EXIT.done;
      } catch (error) {
        // With JSON, stderr holds the error and nothing else.
        if (!context.flags.json && context.flags.output !== 'json') await context.warnOfVersion();
        throw error;
      }
      await context.warnOfVersion();
    };
  const program = createProgram(io, start, argv);
  try {
    if (argv.length === 0) {
      // A script that runs it without a word may have an unset variable.
      if (!io.stdout.isTTY) program.help({ error: true });
      await start(async () => (await import('./commands/standing.ts')).showStanding)();
      return exitCode;
    }
    await program.parseAsync(hoistGlobalFlags(argv), { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    const { createOutput } = await import('./lib/terminal/output.ts');
    const output = createOutput(io, asksForJson(argv) ? 'json' : 'auto');
    if (error instanceof CommanderError) {
      const message = error.message.replace(/^error: /, '') + (await commonFlagMeant(program, error));
      // Help that was printed instead of running is the whole message.
      if (error.code !== 'commander.help') {
        await output.failure({
          exitCode: EXIT.usage,
          code: 'usage',
          message,
          hints: [
            ...(error.code === 'commander.excessArguments' ? await tooMany(program, argv) : []),
            seeHelp(program, argv),
          ],
        });
      }
      return EXIT.usage;
    }
    const { describeFailure } = await import('./lib/failure.ts');
    const report = describeFailure(error, { argv, io, access: running?.access });
    await output.failure(report);
    return report.exitCode;
  }
}

function seeHelp(program: Command, argv: readonly string[]): string {
  return `See: ${commandPath(program, argv)} --help`;
}

/** Hints for too many words: a text without quotes after `post`, or a command that does not exist. */
async function tooMany(program: Command, argv: readonly string[]): Promise<string[]> {
  const [group, word = ''] = argv.filter((one) => !one.startsWith('-'));
  if (group !== 'post') {
    const verbs = program.commands.find((one) => one.name() === group)?.commands.map((one) => one.name()) ?? [];
    const { nearest } = await import('@social/rules/nearest');
    const meant = nearest(word, verbs);
    return meant === undefined || meant === word ? [] : [`Did you mean: social ${group} ${meant}`];
  }
  const isDeletion = /^(delete|remove|rm|unpublish)$/i.test(word);
  const scheduled =
    'A scheduled post: social post cancel ID; a published one: social microblog delete, social profnet delete';
  return [
    `Nothing was sent. ${isDeletion ? `There is no "${word}" of posts.` : 'Put a text of several words in quotes: social post "Hello world" --to profnet'}`,
    ...(isDeletion ? [scheduled] : []),
  ];
}

/** Returns true when JSON was asked for, also for a command line that cannot be parsed. */
function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  const options = end === -1 ? argv : argv.slice(0, end);
  const isFormat = (word: string, index: number) => word === 'json' && options[index - 1] === '--output';
  return options.includes('--json') || options.includes('--output=json') || options.some(isFormat);
}

/** Suggests a flag that every command takes; commander compares a mistyped flag only with the command's own. */
async function commonFlagMeant(program: Command, { code, message }: CommanderError): Promise<string> {
  const given = /unknown option '(--[^'=]*)/.exec(message)?.[1];
  if (code !== 'commander.unknownOption' || given === undefined || message.includes('Did you mean')) return '';
  const { nearest } = await import('@social/rules/nearest');
  const meant = nearest(
    given,
    program.options.flatMap(({ long }) => long ?? []),
  );
  return meant === undefined ? '' : `\n(Did you mean ${meant}?)`;
}

/** The names of the command that the arguments lead to. */
function commandPath(command: Command, argv: readonly string[]): string {
  const [word, ...rest] = argv.filter((one) => !one.startsWith('-'));
  const next = command.commands.find((one) => one.name() === word);
  return next ? `${command.name()} ${commandPath(next, rest)}` : command.name();
}
