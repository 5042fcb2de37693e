import { type Command, Option } from 'commander';
import { CHANGES, documented, READS } from '../../lib/help.ts';
import { flag, idempotencyKey, integer, single } from '../../lib/options.ts';
import type { Start } from '../start.ts';

const TIMES = '{"timeZone","times":[{"weekday","time"}]}';

const NOTES = `Days are names, or spans of names: mon, mon-fri, sat,sun, daily. Times follow their days: mon-fri 09:00,17:30 sat 10:00.
The given times replace all others. Posts that have a slot keep their time.`;

/** `social slots`. They belong to the profile in use. */
export function registerSlots(program: Command, start: Start): void {
  const slots = program.command('slots').description('weekly times at which the posts of a profile go out');
  documented(slots, {
    examples: ['social slots list --free', 'social slots set mon-fri 09:00 --zone Europe/Berlin'],
    notes: '`social post --at next` publishes in the next free slot.',
  });
  const list = slots
    .command('list')
    .description('list the coming slots, with the posts that have them')
    .addOption(flag('--free', 'only free ones'))
    .addOption(single('--from <time>', 'from this time on, with offset; from now on when left out'))
    .addOption(single('--to <time>', 'until before this time, with offset'))
    .addOption(integer('--limit <n>', 'at most this many; 20 when left out', 1, 1000))
    .action(start(async () => (await import('./list.ts')).listSlots));
  documented(list, {
    examples: ['social slots list', 'social slots list --free --limit 1', 'social slots list --profile acme-blog'],
    json: '{"profile","timeZone","slots":[{"at","free","postId"}]}',
    exits: READS,
  });
  const show = slots
    .command('show')
    .description('show the weekly times, as `social slots set` takes them')
    .action(start(async () => (await import('./show.ts')).showTimes));
  documented(show, { examples: ['social slots show'], json: TIMES, exits: READS });
  const set = slots
    .command('set [times...]')
    .description('replace the weekly times')
    .addOption(single('--zone <name>', 'time zone; that of the profile, else of this machine when left out'))
    .addOption(new Option('--none', 'remove all weekly times'))
    .addOption(idempotencyKey())
    .action(start(async () => (await import('./set.ts')).setTimes));
  documented(set, {
    examples: [
      'social slots set mon-fri 09:00,17:30 sat 10:00 --zone Europe/Berlin',
      'social slots set daily 08:00 --profile acme-blog',
      'social slots set --none',
    ],
    notes: NOTES,
    json: TIMES,
    exits: CHANGES,
  });
}
