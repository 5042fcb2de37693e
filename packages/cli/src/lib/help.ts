import type { Command } from 'commander';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { wrapWords } from './text/wrap-words.ts';

/** The help of a command below its options. */
export interface Documentation {
  /** Command lines that work unchanged. */
  readonly examples: readonly string[];
  /** Shape of the JSON output; groups have none. */
  readonly json?: string;
  /** Exit codes in addition to 0, 1, 2 and 130. */
  readonly exits?: readonly ExitCode[];
  /** Further text. */
  readonly notes?: string;
}

/** Codes of the commands that only ask the server. */
export const READS: readonly ExitCode[] = [EXIT.notSignedIn, EXIT.rateLimited];
/** Codes of the commands that change something on the server. */
export const CHANGES: readonly ExitCode[] = [...READS, EXIT.outcomeUnknown];
/** Codes of the commands that also act on a network. */
export const ACTS: readonly ExitCode[] = [...CHANGES, EXIT.creditsOrPlan];

const ALWAYS: readonly ExitCode[] = [EXIT.done, EXIT.failed, EXIT.usage, EXIT.interrupted];
const MEANINGS: Readonly<Record<ExitCode, string>> = {
  0: 'done',
  1: 'failed',
  2: 'wrong usage or input',
  3: 'some platforms failed',
  4: 'not signed in or not connected',
  5: 'credits or plan',
  6: 'rate limited',
  7: 'outcome unknown',
  130: 'interrupted',
};

const DOCUMENTATION = new WeakMap<Command, Documentation>();

/** The documentation that `documented` attached to a command. */
export function documentationOf(command: Command): Documentation | undefined {
  return DOCUMENTATION.get(command);
}

/** Every exit code of a command with this documentation, with its meaning. */
export function exitsOf({ exits = [] }: Documentation): { code: ExitCode; meaning: string }[] {
  const codes = [...ALWAYS, ...exits].toSorted((one, other) => one - other);
  return codes.map((code) => ({ code, meaning: MEANINGS[code] }));
}

/** Columns from which descriptions are next to their flags. */
const SIDE_BY_SIDE = 72;
const WIDTHS = new WeakMap<Command, number>();

/** Wraps the help of a program for a terminal. Without a terminal only commander wraps. */
export function wrapHelp(program: Command, columns: number | undefined): void {
  const width = columns === undefined ? undefined : Math.max(40, columns);
  program.configureHelp({ ...program.configureHelp(), helpWidth: width ?? 100 });
  if (width === undefined) return;
  WIDTHS.set(program, width);
  if (width >= SIDE_BY_SIDE) return;
  program.configureHelp({
    ...program.configureHelp(),
    styleUsage: (usage) => wrapWords(`Usage: ${usage}`, width).slice('Usage: '.length),
    formatItem: (term, _termWidth, description) =>
      [`  ${term}`, ...(description === '' ? [] : [`      ${description}`])]
        .map((line) => wrapWords(line, width))
        .join('\n'),
  });
}

/** Width of the help in columns; infinite without a terminal. */
export function widthOfHelp(command: Command): number {
  const program = command.parent;
  return program ? widthOfHelp(program) : (WIDTHS.get(command) ?? Number.POSITIVE_INFINITY);
}

/** Adds examples, output and exit codes to the help of a command; builds the text when the help is shown. */
export function documented(command: Command, documentation: Documentation): Command {
  DOCUMENTATION.set(command, documentation);
  const { examples, json, notes } = documentation;
  return command.addHelpText('after', ({ command: shown }) => {
    const parts = [
      ['Examples:', ...examples.map((line) => `  $ ${line}`)].join('\n'),
      ...(notes === undefined ? [] : [notes]),
      ...(json === undefined ? [] : [`With --json, or when stdout is no terminal, it prints:\n  ${json}`]),
      `Exit codes: ${exitsOf(documentation)
        .map(({ code, meaning }) => `${code} ${meaning}`)
        .join(', ')}`,
    ];
    return `\n${wrapWords(parts.join('\n\n'), widthOfHelp(shown))}`;
  });
}
