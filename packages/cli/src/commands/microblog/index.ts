import type { Command } from 'commander';
import { idempotencyKey, integer } from '../../lib/options.ts';
import type { Start } from '../start.ts';

const ACTIONS = [
  ['like <post-id>', 'like a post', 'likePost'],
  ['unlike <post-id>', 'take a like back', 'unlikePost'],
  ['follow <user-id>', 'follow a user', 'followUser'],
  ['unfollow <user-id>', 'stop following a user', 'unfollowUser'],
  ['bookmark <post-id>', 'bookmark a post', 'bookmarkPost'],
  ['unbookmark <post-id>', 'remove a bookmark', 'removeBookmark'],
  ['dm <user-id> <text>', 'send a direct message', 'sendDirectMessage'],
  ['delete <post-id>', 'delete one of your own posts', 'deletePost'],
  ['hide <post-id>', 'hide a reply to one of your own posts', 'hideReply'],
  ['unhide <post-id>', 'show a hidden reply again', 'unhideReply'],
] as const;

/** `social microblog`. Posts and users are named by their numeric ids; `user` finds the id of a name. */
export function registerMicroblog(program: Command, start: Start): void {
  const microblog = program.command('microblog').description('actions on the microblog (paid plan)');
  for (const [usage, description, action] of ACTIONS) {
    microblog
      .command(usage)
      .description(description)
      .addOption(idempotencyKey())
      .action(start(async () => (await import('./actions.ts'))[action]));
  }
  microblog
    .command('timeline')
    .description('read your home timeline')
    .addOption(integer('--limit <n>', 'how many posts, 10 when left out', 5, 100))
    .action(start(async () => (await import('./timeline.ts')).readTimeline));
  microblog
    .command('user <username>')
    .description('look a user up by name')
    .action(start(async () => (await import('./user.ts')).findUser));
}
