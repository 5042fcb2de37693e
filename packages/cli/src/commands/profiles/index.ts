import type { Command } from 'commander';
import { CHANGES, documented, READS } from '../../lib/help.ts';
import { idempotencyKey } from '../../lib/options.ts';
import { yesOption } from '../../lib/terminal/confirm.ts';
import type { Start } from '../start.ts';

const PROFILE = '{"id","name","slug","isDefault","createdAt"}';

/** `social profiles`. Profiles are named by slug or id. */
export function registerProfiles(program: Command, start: Start): void {
  const profiles = program.command('profiles').description('groups of connections, one per brand or client');
  documented(profiles, { examples: ['social profiles list', 'social profiles create "Acme Blog"'] });
  const list = profiles
    .command('list')
    .description('list profiles')
    .action(start(async () => (await import('./list.ts')).listProfiles));
  documented(list, { examples: ['social profiles list'], json: `{"profiles":[${PROFILE}]}`, exits: READS });
  const create = profiles
    .command('create <name>')
    .description('create a profile')
    .addOption(idempotencyKey())
    .action(start(async () => (await import('./create.ts')).createProfile));
  documented(create, {
    examples: ['social profiles create "Acme Blog"'],
    notes: 'Its slug comes from the name; it is what --profile takes.',
    json: `{"profile":${PROFILE}}`,
    exits: CHANGES,
  });
  const rename = profiles
    .command('rename <profile> <name>')
    .description('give a profile another name; its slug stays')
    .addOption(idempotencyKey())
    .action(start(async () => (await import('./update.ts')).renameProfile));
  documented(rename, {
    examples: ['social profiles rename acme-blog "Acme"'],
    json: `{"profile":${PROFILE}}`,
    exits: CHANGES,
  });
  const standard = profiles
    .command('default <profile>')
    .description('make a profile the one used without --profile')
    .addOption(idempotencyKey())
    .action(start(async () => (await import('./update.ts')).setDefaultProfile));
  documented(standard, {
    examples: ['social profiles default acme-blog'],
    json: `{"profile":${PROFILE}}`,
    exits: CHANGES,
  });
  const remove = profiles
    .command('delete <profile>')
    .description('delete a profile: disconnects its accounts and cancels its scheduled posts')
    .addOption(yesOption())
    .addOption(idempotencyKey())
    .action(start(async () => (await import('./delete.ts')).deleteProfile));
  documented(remove, {
    examples: ['social profiles delete acme-blog', 'social profiles delete acme-blog --yes'],
    json: '{"ok":true}',
    exits: CHANGES,
  });
}
