import type { Command } from 'commander';
import { CHANGES, documented, READS } from '../../lib/help.ts';
import { single } from '../../lib/options.ts';
import { yesOption } from '../../lib/terminal/confirm.ts';
import type { Start } from '../start.ts';

/** `social connect` and `social disconnect`. */
export function registerConnect(program: Command, start: Start): void {
  const connect = program
    .command('connect [platform]')
    .description('connect an account: opens the browser and waits until it is connected')
    .option('--no-browser', 'only print the address')
    .addOption(single('--handle <name>', 'bluesky: name of the account, such as ada.bsky.social'))
    .addOption(single('--host <server>', 'mastodon: server of the account, such as fosstodon.org'))
    .option(
      '--with-token',
      'read the token from stdin: chatbot a bot token or webhook address, bluesky an app password, mastodon an access token',
    )
    .addOption(single('--chat <id>', 'chatbot: number or @name of the chat that the bot posts to'))
    .action(start(async () => (await import('./connect.ts')).connectPlatform));
  documented(connect, {
    examples: [
      'social connect microblog',
      'social connect profnet --profile acme --no-browser',
      'social connect bluesky --handle ada.bsky.social',
      'social connect mastodon --host fosstodon.org',
      'printf %s "$BOT_TOKEN" | social connect chatbot --with-token --chat @release_notes',
    ],
    json: '{"<platform>":{"connected","state","displayName","username","network","connectedAt","expiresAt",…}}\n  --with-token: {"ok":true,"account":{"id","name",…}}',
    exits: READS,
  });
  const status = connect
    .command('status')
    .description('show which platforms the profile is connected to')
    .addOption(single('--fail-if-expires-in <span>', 'end with 4 when a connection ends sooner: 12h, 7d, 2w'))
    .action(start(async () => (await import('./status.ts')).showConnections));
  documented(status, {
    examples: [
      'social connect status',
      'social connect status --profile acme --json',
      'social connect status --fail-if-expires-in 7d',
    ],
    notes:
      'With --fail-if-expires-in a connection that the network no longer accepts counts as ended; one that renews itself\nnever does. stderr names each connection with what to do. Made for a daily job.',
    json: '{"<platform>":{"connected","state","displayName","username","network","picture","connectedAt",\n  "expiresAt","configured","missingScopes","warning"?}}',
    exits: READS,
  });
  documented(
    program
      .command('disconnect <platform>')
      .description('disconnect a platform from the profile')
      .addOption(yesOption())
      .action(start(async () => (await import('./disconnect.ts')).disconnectPlatform)),
    {
      examples: ['social disconnect microblog', 'social disconnect profnet --profile acme --yes'],
      json: '{"ok":true}',
      exits: CHANGES,
    },
  );
}
