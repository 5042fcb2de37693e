import type { Argument, Command, Option } from 'commander';

export interface Suggestion {
  readonly value: string;
  readonly description: string;
}

/** The word that is being typed: its kind, and its beginning. */
export interface Slot {
  readonly kind: 'platform' | 'platforms' | 'profile' | 'context' | 'files' | 'words';
  /** The beginning that is typed so far. */
  readonly current: string;
  /** Part of the beginning that the shell keeps: bash completes only what follows a colon. */
  readonly kept: string;
  /** Text before each suggestion: the `--flag=` of a word with flag and value. */
  readonly prefix: string;
  /** Commands, flags and choices that also fit. */
  readonly more: readonly Suggestion[];
}

/** Kinds of values by their names in the help. */
const KINDS: Readonly<Record<string, Slot['kind']>> = {
  platform: 'platform',
  platforms: 'platforms',
  profile: 'profile',
  slug: 'profile',
  context: 'context',
  path: 'files',
  'path|url': 'files',
};

/** Follows the words through the commands to the last word, which is being typed. */
export function findSlot(program: Command, typed: readonly string[]): Slot {
  const { joined, kept } = joinColons(typed);
  return { ...slotOf(program, joined), kept };
}

/** Joins `mastodon:news`, which bash passes as three words and other shells as one. */
function joinColons(typed: readonly string[]): { joined: string[]; kept: string } {
  const joined: string[] = [];
  let kept = '';
  for (const [index, word] of typed.entries()) {
    const isPart = joined.length > 0 && (word === ':' || typed[index - 1] === ':');
    kept = isPart && word !== ':' ? (joined.at(-1) ?? '') : '';
    if (isPart) joined.push(`${joined.pop()}${word}`);
    else joined.push(word);
    if (word === ':' && isPart) kept = joined.at(-1) ?? '';
  }
  return { joined, kept };
}

function slotOf(program: Command, typed: readonly string[]): Omit<Slot, 'kept'> {
  const { words, current } = joinEquals(typed);
  let command = program;
  let operands = 0;
  let isLiteral = false;
  let waiting: Option | undefined;
  for (const word of words) {
    const next = operands === 0 && !isLiteral ? command.commands.find((one) => one.name() === word) : undefined;
    if (waiting) waiting = undefined;
    else if (word === '--') isLiteral = true;
    else if (word.startsWith('-') && !isLiteral) waiting = takesValue(optionNamed(program, command, word), word);
    else if (next) command = next;
    else operands += 1;
  }
  if (waiting) return valueSlot(waiting, current, '');
  if (current.startsWith('-') && !isLiteral) return flagSlot(program, command, current);
  const argument = command.registeredArguments[operands] ?? lastIfVariadic(command.registeredArguments);
  const verbs = operands === 0 && !isLiteral ? command.commands.filter(isVisible).map(describe) : [];
  const more = [...verbs, ...choices(argument?.argChoices)];
  return { kind: KINDS[argument?.name() ?? ''] ?? 'words', current, prefix: '', more };
}

/** Joins `--flag=value`, which bash passes as three words and other shells as one. */
function joinEquals(typed: readonly string[]): { words: string[]; current: string } {
  const all = typed.flatMap((word, index) => {
    const isSplit = word === '=' && typed[index - 1]?.startsWith('--');
    return isSplit ? [] : [word];
  });
  const isAfterEquals = typed.at(-1) === '=';
  return { words: isAfterEquals ? all : all.slice(0, -1), current: isAfterEquals ? '' : (all.at(-1) ?? '') };
}

function flagSlot(program: Command, command: Command, current: string): Omit<Slot, 'kept'> {
  const [name = '', value] = current.split(/=(.*)/s);
  const option = value === undefined ? undefined : optionNamed(program, command, name);
  if (option && value !== undefined) return valueSlot(option, value, `${name}=`);
  const flags = [...command.options, ...(command === program ? [] : program.options)];
  const offered = flags.flatMap(({ long, hidden, description }) =>
    hidden || !long ? [] : [{ value: long, description }],
  );
  return { kind: 'words', current, prefix: '', more: [...offered, { value: '--help', description: 'show help' }] };
}

function valueSlot(option: Option, current: string, prefix: string): Omit<Slot, 'kept'> {
  const name = /[<[](.+)[>\]]/.exec(option.flags)?.[1] ?? '';
  return { kind: KINDS[name] ?? 'words', current, prefix, more: choices(option.argChoices) };
}

function optionNamed(program: Command, command: Command, word: string): Option | undefined {
  return [...command.options, ...program.options].find(({ long, short }) => long === word || short === word);
}

function takesValue(option: Option | undefined, word: string): Option | undefined {
  return option && !word.includes('=') && (option.required || option.optional) ? option : undefined;
}

function lastIfVariadic(all: readonly Argument[]): Argument | undefined {
  const last = all.at(-1);
  return last?.variadic ? last : undefined;
}

function choices(values: readonly string[] | undefined): Suggestion[] {
  return (values ?? []).map((value) => ({ value, description: '' }));
}

function isVisible(command: Command): boolean {
  return !command.name().startsWith('__');
}

function describe(command: Command): Suggestion {
  return { value: command.name(), description: command.description() };
}
