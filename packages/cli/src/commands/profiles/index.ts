import type { Command } from 'commander';
import { idempotencyKey } from '../../lib/options.ts';
import type { Start } from '../start.ts';

/** `social profiles`. A profile is named by its slug or its id. */
export function registerProfiles(program: Command, start: Start): void {
  const profiles = program.command('profiles').description('groups of connections, one per brand or client');
  profiles
    .command('list')
    .description('list profiles')
    .action(start(async () => (await import('./list.ts')).listProfiles));
  profiles
    .command('create <name>')
    .description('create a profile')
    .addOption(idempotencyKey())
    .action(start(async () => (await import('./create.ts')).createProfile));
  profiles
    .command('rename <profile> <name>')
    .description('give a profile another name; its slug stays')
    .addOption(idempotencyKey())
    .action(start(async () => (await import('./update.ts')).renameProfile));
  profiles
    .command('default <profile>')
    .description('make a profile the one used without --profile')
    .addOption(idempotencyKey())
    .action(start(async () => (await import('./update.ts')).setDefaultProfile));
  profiles
    .command('delete <profile>')
    .description('delete a profile: disconnects its accounts and cancels its scheduled posts')
    .addOption(idempotencyKey())
    .action(start(async () => (await import('./delete.ts')).deleteProfile));
}
