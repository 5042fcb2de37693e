import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { hoistGlobalFlags } from '../../src/lib/global-flags.ts';
import { createProgram } from '../../src/program.ts';
import { run } from '../../src/run.ts';
import { social } from '../support/social.ts';
import { createTerminal } from '../support/terminal.ts';

const program = createProgram(createTerminal({}).io, () => async () => undefined);

/** Every command a user can see, by the words that name it. */
function pathsOf(command: Command, path: readonly string[] = []): { path: string[]; command: Command }[] {
  const visible = command.commands.filter((one) => !one.name().startsWith('__'));
  return visible.flatMap((one) => {
    const own = [...path, one.name()];
    return [{ path: own, command: one }, ...pathsOf(one, own)];
  });
}

const COMMANDS = pathsOf(program);
const isGroup = ({ command }: { command: Command }) => command.commands.length > 0 && command.name() !== 'post';
const VERBS = COMMANDS.filter((one) => !isGroup(one) || ['connect', 'sandbox'].includes(one.command.name()));

/** The lines below a heading up to the next empty one. */
function section(help: string, heading: RegExp): string[] {
  const lines = help.split('\n');
  const start = lines.findIndex((line) => heading.test(line));
  if (start === -1) return [];
  const end = lines.indexOf('', start);
  return lines.slice(start, end === -1 ? undefined : end);
}

async function helpOf(path: readonly string[], columns = 1_000): Promise<string> {
  const terminal = createTerminal({}, { columns });
  expect(await run([...path, '--help'], terminal.io)).toBe(0);
  expect(terminal.stderr()).toBe('');
  return terminal.stdout();
}

describe('the help', () => {
  it.each(COMMANDS.map(({ path }) => path.join(' ')))('of %s says what it does, and gives examples', async (name) => {
    const help = await helpOf(name.split(' '));
    const [usage = '', , description = ''] = help.split('\n');
    expect(usage).toMatch(`Usage: social ${name}`);
    expect(description).toMatch(/^[a-z].{5,}/i);
    const examples = examplesIn(help);
    expect(examples.length).toBeGreaterThan(0);
    expect(examples.filter((line) => line.includes(`social ${name.split(' ')[0]}`))).toEqual(examples);
    expect(help).toMatch(/^Exit codes: 0 done, 1 failed, 2 wrong usage or input.*130 interrupted$/m);
  });

  it.each([40, 60])('breaks between words at %i columns', async (columns) => {
    const helps = await Promise.all([[], ...COMMANDS.map(({ path }) => path)].map((path) => helpOf(path, columns)));
    const tooLong = helps.flatMap((help) => help.split('\n').filter((line) => line.length > columns));
    // Addresses, shapes of JSON and flags with a value are not broken.
    expect(tooLong.filter((line) => line.trim().split(/ +/).length > 3)).toEqual([]);
  });

  it.each(VERBS.map(({ path }) => path.join(' ')))('of %s says what it prints as JSON', async (name) => {
    const help = await helpOf(name.split(' '));
    const [, ...shape] = section(help, /^With --json, or when stdout is no terminal, it prints:$/);
    expect(shape.join('')).toMatch(/\{"|as it is/);
  });

  it.each(VERBS.map(({ path }) => path.join(' ')))('of %s gives as examples what it takes', async (name) => {
    for (const line of examplesIn(await helpOf(name.split(' ')))) {
      const ran: string[] = [];
      const program = createProgram(createTerminal({}).io, () => async (...args) => {
        ran.push((args.at(-1) as Command).name());
      });
      await program.parseAsync(hoistGlobalFlags(wordsOf(line)), { from: 'user' });
      expect(ran).toEqual([name.split(' ').at(-1)]);
    }
  });

  it.each(['post list', 'sandbox fault'])('of %s names no flag of the group', async (name) => {
    const flags = section(await helpOf(name.split(' ')), /^Global Options:$/).map((line) => /--\S+/.exec(line)?.[0]);
    expect(flags.slice(1)).toEqual(program.options.map(({ long }) => long));
  });

  it.each([['post', 'list'], ['connect', 'status'], ['config']])(
    'of the built command is the same: %s %s',
    async (...path) => {
      const { code, stdout, stderr } = await social([...path, '--help']);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(examplesIn(stdout)).toEqual(examplesIn(await helpOf(path)));
    },
  );

  it('of social lists every command in one line each, in the order of the groups', async () => {
    const listed = section((await social(['--help'])).stdout, /^Commands:$/).slice(1);
    const names = listed.map((line) => /^ {2}(\S+)/.exec(line)?.[1]);
    expect(names).toEqual([...COMMANDS.filter(({ path }) => path.length === 1).map(({ path }) => path[0]), 'help']);
    expect(listed.filter((line) => line.length > 80)).toEqual([]);
    expect(program.commands.filter((one) => !one.name().startsWith('__') && one.summary() === '')).toEqual([]);
  });

  it('of social names the groups and the variables', async () => {
    const help = await helpOf([]);
    for (const { path } of COMMANDS.filter(({ path }) => path.length === 1)) {
      expect(help).toMatch(new RegExp(`^ {2}${path[0]}\\b`, 'm'));
    }
    expect(help).not.toContain('__complete');
    expect(help).toContain('SOCIAL_CONTEXT');
  });
});

function examplesIn(help: string): string[] {
  const [, ...lines] = section(help, /^Examples:$/);
  return lines.map((line) => line.replace(/^ {2}\$ /, ''));
}

/** The arguments of `social` in an example, without what a shell does around it. */
function wordsOf(line: string): string[] {
  const own = /\bsocial (.*)$/.exec(line)?.[1] ?? '';
  const alone = own.replace(/ >.*$/, '').replace(/\)"$/, '');
  return [...alone.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quotedWord, word]) => quotedWord ?? word ?? '');
}
