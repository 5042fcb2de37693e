import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { block, code, paragraphs, sentence, table } from './markdown.ts';
import { type Page, ROOT } from './places.ts';

interface Option {
  readonly flags: string;
  readonly description: string;
  readonly choices: readonly string[];
  readonly isMandatory: boolean;
}

interface Command {
  readonly words: readonly string[];
  readonly usage: string;
  readonly description: string;
  readonly arguments: readonly { name: string; isRequired: boolean; description: string; choices: string[] }[];
  readonly options: readonly Option[];
  readonly examples: readonly string[];
  readonly json: string | null;
  readonly notes: string | null;
  readonly exits: readonly { code: number; meaning: string }[];
}

/** The description of the command. */
export interface CommandLine {
  readonly globalOptions: readonly Option[];
  readonly commands: readonly Command[];
  readonly exitCodes: Readonly<Record<string, number>>;
}

/** Reads the description of the command, which is made from the same objects that run it and print its help. */
export function describeCommandLine(): CommandLine {
  const program = join(ROOT, 'packages/cli/scripts/describe.ts');
  return JSON.parse(execFileSync(process.execPath, [program], { encoding: 'utf8' }));
}

/** Path of a command's page: `commands/post-list.md` for `social post list`. */
export function pathOf({ words }: Command): string {
  return `commands/${words.slice(1).join('-')}.md`;
}

/** One page per command. */
export function commandPages({ commands }: CommandLine): Page[] {
  return commands.map((command) => ({ path: pathOf(command), text: page(command, childrenOf(command, commands)) }));
}

/** List of all commands, for the first page of the reference. */
export function commandList({ commands, globalOptions }: CommandLine): string {
  return paragraphs(
    '## All commands',
    table(['command', 'does'], commands.map(listed)),
    '## Options of every command',
    optionTable(globalOptions),
  );
}

function childrenOf(command: Command, commands: readonly Command[]): Command[] {
  const { length } = command.words;
  return commands.filter((one) => one.words.length === length + 1 && command.words.every((w, i) => one.words[i] === w));
}

function listed(command: Command): string[] {
  return [`[${code(command.words.join(' '))}](/${pathOf(command)})`, command.description];
}

function page(command: Command, children: readonly Command[]): string {
  const { words, usage, examples, json, notes, exits } = command;
  return paragraphs(
    `# ${words.join(' ')}`,
    `${sentence(command.description)}.`,
    block('text', usage),
    notes && prose(notes),
    children.length > 0 && paragraphs('## Commands', table(['command', 'does'], children.map(listed))).trimEnd(),
    command.arguments.length > 0 && paragraphs('## Arguments', argumentTable(command)).trimEnd(),
    command.options.length > 0 && paragraphs('## Options', optionTable(command.options)).trimEnd(),
    '[Options of every command](/commands/index.md#options-of-every-command), such as `--json` and `--profile`, come on top.',
    '## Examples',
    block('sh', examples.join('\n')),
    json &&
      paragraphs('## Output as JSON', 'With `--json`, or when stdout is no terminal:', block('text', json)).trimEnd(),
    '## Exit codes',
    table(
      ['code', 'meaning'],
      exits.map((exit) => [exit.code, exit.meaning]),
    ),
  );
}

function argumentTable(command: Command): string {
  return table(
    ['argument', 'meaning'],
    command.arguments.map((one) => [
      code(one.isRequired ? `<${one.name}>` : `[${one.name}]`),
      meaning(one.description, one.choices),
    ]),
  );
}

function optionTable(options: readonly Option[]): string {
  return table(
    ['option', 'meaning'],
    options.map((one) => [
      code(one.flags),
      `${meaning(one.description, one.choices)}${one.isMandatory ? '; required' : ''}`,
    ]),
  );
}

function meaning(description: string, choices: readonly string[]): string {
  return choices.length === 0 ? prose(description) : `${prose(description)} (${choices.map(code).join(', ')})`;
}

/** Turns text for a terminal into Markdown: joins wrapped lines, and escapes values such as `<…>`. */
function prose(text: string): string {
  return text.replace(/<[^>\s]+>/g, (placeholder) => code(placeholder)).replaceAll('*', '\\*');
}
