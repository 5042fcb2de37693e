import type { Command } from 'commander';
import { accountOption } from '../../lib/actor.ts';
import { EXIT } from '../../lib/exit-codes.ts';
import { ACTS, documented, READS } from '../../lib/help.ts';
import { idempotencyKey, integer } from '../../lib/options.ts';
import { yesOption } from '../../lib/terminal/confirm.ts';
import type { Start } from '../start.ts';

const POST = '1445880548472328192';
const USER = '2244994945';
const ACTIONS = [
  ['like <post-id>', 'like a post', 'likePost', `like ${POST}`],
  ['unlike <post-id>', 'take a like back', 'unlikePost', `unlike ${POST}`],
  ['follow <user-id>', 'follow a user', 'followUser', `follow ${USER}`],
  ['unfollow <user-id>', 'stop following a user', 'unfollowUser', `unfollow ${USER}`],
  ['bookmark <post-id>', 'bookmark a post', 'bookmarkPost', `bookmark ${POST}`],
  ['unbookmark <post-id>', 'remove a bookmark', 'removeBookmark', `unbookmark ${POST}`],
  ['dm <user-id> <text>', 'send a direct message', 'sendDirectMessage', `dm ${USER} "Thank you"`],
  ['delete <post-id>', 'delete one of your own posts', 'deletePost', `delete ${POST}`],
  ['hide <post-id>', 'hide a reply to one of your own posts', 'hideReply', `hide ${POST}`],
  ['unhide <post-id>', 'show a hidden reply again', 'unhideReply', `unhide ${POST}`],
] as const;

/** `social microblog`. Posts and users are named by numeric ids; `user` finds the id for a name. */
export function registerMicroblog(program: Command, start: Start): void {
  const microblog = program.command('microblog').description('actions on the microblog, X (paid plan)');
  documented(microblog, { examples: ['social microblog user @ada', `social microblog like ${POST} --account news`] });
  for (const [usage, description, action, example] of ACTIONS) {
    const command = microblog
      .command(usage)
      .description(description)
      .addOption(accountOption())
      .addOption(idempotencyKey())
      .action(start(async () => (await import('./actions.ts'))[action]));
    if (action === 'deletePost') command.addOption(yesOption());
    const json = action === 'followUser' ? '{"ok","following","pendingFollow"}' : '{"ok":true,…}';
    documented(command, { examples: [`social microblog ${example}`], json, exits: ACTS });
  }
  const timeline = microblog
    .command('timeline')
    .description('read your home timeline')
    .addOption(accountOption())
    .addOption(integer('--limit <n>', 'how many posts, 10 when left out', 5, 100))
    .action(start(async () => (await import('./timeline.ts')).readTimeline));
  documented(timeline, {
    examples: ['social microblog timeline --limit 20'],
    json: '{"ok","tweets":[{"id","text","createdAt",…}],"count"}',
    exits: [...READS, EXIT.creditsOrPlan],
  });
  const user = microblog
    .command('user <username>')
    .description('look a user up by name')
    .addOption(accountOption())
    .action(start(async () => (await import('./user.ts')).findUser));
  documented(user, {
    examples: ['social microblog user @ada'],
    json: '{"ok","user":{"id","name","username"}}',
    exits: [...READS, EXIT.creditsOrPlan],
  });
}
