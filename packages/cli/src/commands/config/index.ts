import { Argument, type Command } from 'commander';
import { documented } from '../../lib/help.ts';
import type { Start } from '../start.ts';

const STORED = ['base-url', 'profile', 'api-key'] as const;

/** `social config`. */
export function registerConfig(program: Command, start: Start): void {
  const config = documented(
    program.command('config').description('stored servers, and where the values in use come from'),
    { examples: ['social config show', 'social config list', 'social config use work'] },
  );
  registerShown(config, start);
  const use = config
    .command('use <context>')
    .description('make a stored server the current one')
    .action(start(async () => (await import('./change.ts')).selectContext));
  documented(use, { examples: ['social config use work'], json: '{"current"}' });
  const set = config
    .command('set')
    .description('store a value for the current server, or that of --context')
    .addArgument(new Argument('<name>', 'which one').choices(['base-url', 'profile']))
    .argument('<value>', 'what to store')
    .action(start(async () => (await import('./change.ts')).setValue));
  documented(set, {
    examples: [
      'social config set profile acme',
      'social config set base-url https://social.example.com --context work',
    ],
    notes: 'A key is stored by `social login`: on a command line every program of this machine could read the key.',
    json: '{"context","name","value"}',
  });
  const unset = config
    .command('unset')
    .description('forget a stored value of the current server, or that of --context')
    .addArgument(new Argument('<name>', 'which one').choices(STORED))
    .action(start(async () => (await import('./change.ts')).unsetValue));
  documented(unset, { examples: ['social config unset profile'], json: '{"context","name","value":null}' });
  const remove = config
    .command('delete <context>')
    .description('forget a stored server with its key')
    .action(start(async () => (await import('./change.ts')).deleteContext));
  documented(remove, { examples: ['social config delete work'], json: '{"deleted","current"}' });
}

function registerShown(config: Command, start: Start): void {
  const show = config
    .command('show')
    .description('show every value in use with its source: flag, environment, file, default')
    .action(start(async () => (await import('./show.ts')).showConfig));
  documented(show, {
    examples: ['social config show', 'social config show --context work'],
    json: '{"context":{"value","source"},"base-url":…,"api-key":…,"profile":…,"path":…}; of the key only its end',
  });
  const list = config
    .command('list')
    .description('list the stored servers')
    .action(start(async () => (await import('./show.ts')).listContexts));
  documented(list, {
    examples: ['social config list'],
    json: '{"current","contexts":[{"name","baseUrl","profile","keyPreview"}]}',
  });
  const get = config
    .command('get')
    .description('show one value in use')
    .addArgument(new Argument('<name>', 'which one').choices(['context', ...STORED, 'path']))
    .action(start(async () => (await import('./show.ts')).getConfig));
  documented(get, { examples: ['social config get base-url'], json: '{"value","source"}' });
  const path = config
    .command('path')
    .description('show where the file is')
    .action(start(async () => (await import('./show.ts')).showPath));
  documented(path, { examples: ['social config path', 'cat "$(social config path --output text)"'], json: '{"path"}' });
}
