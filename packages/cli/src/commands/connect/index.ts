import type { Command } from 'commander';
import type { Start } from '../start.ts';

/** `social connect` and `social disconnect`. */
export function registerConnect(program: Command, start: Start): void {
  const connect = program
    .command('connect [platform]')
    .description('connect an account: opens the browser and waits until it is connected')
    .option('--no-browser', 'only print the address')
    .option('--with-token', 'chatbot: read the bot token, or the address of the webhook, from stdin')
    .option('--chat <id>', 'chatbot: number or @name of the chat that the bot posts to')
    .addHelpText(
      'after',
      '\nExamples:\n  $ social connect microblog\n  $ social connect status --profile acme\n  $ printf %s "$BOT_TOKEN" | social connect chatbot --with-token --chat @release_notes',
    )
    .action(start(async () => (await import('./connect.ts')).connectPlatform));
  connect
    .command('status')
    .description('show which platforms the profile is connected to')
    .action(start(async () => (await import('./status.ts')).showConnections));
  program
    .command('disconnect <platform>')
    .description('disconnect a platform from the profile')
    .action(start(async () => (await import('./disconnect.ts')).disconnectPlatform));
}
