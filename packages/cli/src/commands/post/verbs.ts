import type { Schema } from '@social/sdk';
import { COUNTER_KINDS, POST_OUTCOMES, POST_STATUSES } from '@social/types';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { EXIT } from '../../lib/exit-codes.ts';
import { ACTS, CHANGES, documented, READS } from '../../lib/help.ts';
import { idempotencyKey, integer, platformOption, repeated, single } from '../../lib/options.ts';
import { yesOption } from '../../lib/terminal/confirm.ts';
import type { Start } from '../start.ts';

/** The shape of a post as JSON, for the help. */
export const POST_SHAPE = `{"id","text","platforms","status","outcome","scheduledFor"?,"slot"?,"createdAt","updatedAt","profile","labels"?,"credits",
  "platformResults":{"<platform>":{"ok","state","credits","url"?,"platformPostId"?,"removedAt"?,"error"?,"code"?,"retryable"?,
  "parts"?:[{"part","ok","state","url"?,"error"?}]}}}`;

/** Names of the verbs that `registerPostVerbs` declares. */
export const VERBS: readonly string[] = [
  'list',
  'show',
  'cancel',
  'reschedule',
  'label',
  'retry',
  'resolve',
  'unpublish',
  'counters',
  'results',
];

function parseOutcomes(value: string, earlier: Schema<'PostOutcome'>[] = []): Schema<'PostOutcome'>[] {
  const named = value.split(',').map((one) => {
    const outcome = POST_OUTCOMES.find((known) => known === one.trim());
    if (outcome === undefined) throw new InvalidArgumentError(`Outcomes are ${POST_OUTCOMES.join(', ')}.`);
    return outcome;
  });
  return [...earlier, ...named];
}

function parseStatus(value: string): Schema<'PostStatus'> {
  const status = POST_STATUSES.find((known) => known === value);
  if (status !== undefined) return status;
  if (POST_OUTCOMES.some((known) => known === value)) {
    throw new InvalidArgumentError(`That is an outcome: --outcome ${value}. Statuses are ${POST_STATUSES.join(', ')}.`);
  }
  throw new InvalidArgumentError(`Allowed choices are ${POST_STATUSES.join(', ')}.`);
}

const ID = 'An id may be cut after its first 8 characters, as `social post list` shows it.';

/** The verbs for existing posts. */
export function registerPostVerbs(post: Command, start: Start): void {
  registerList(post, start);
  const show = post
    .command('show <id>')
    .description('show a post with its results and what happened to it')
    .option('--timeline', 'only what happened to it, step by step')
    .action(start(async () => (await import('./show.ts')).showPost));
  documented(show, {
    examples: ['social post show 0192f3c1-7c1e', 'social post show 0192f3c1-7c1e --timeline --json'],
    notes: ID,
    json: `${POST_SHAPE}\n  --timeline: {"events":[{"kind","platform","at","attempt"?,"error"?,"code"?,"url"?}]}`,
    exits: READS,
  });
  const cancel = post
    .command('cancel <id>')
    .description('cancel a scheduled post')
    .addOption(idempotencyKey())
    .action(start(async () => (await import('./cancel.ts')).cancelPost));
  documented(cancel, { examples: ['social post cancel 0192f3c1-7c1e'], notes: ID, json: POST_SHAPE, exits: CHANGES });
  const reschedule = post
    .command('reschedule <id>')
    .description('move a scheduled post to another time')
    .addOption(single('--at <time>', 'the new time, with offset; or next: the next free slot').makeOptionMandatory())
    .addOption(idempotencyKey())
    .action(start(async () => (await import('./reschedule.ts')).reschedulePost));
  documented(reschedule, {
    examples: ['social post reschedule 0192f3c1-7c1e --at 2026-12-01T09:00:00+01:00'],
    notes: ID,
    json: POST_SHAPE,
    exits: CHANGES,
  });
  registerLabel(post, start);
  const retry = post
    .command('retry <id>')
    .description('send again to the platforms that failed, never to one whose outcome is unknown')
    .addOption(idempotencyKey())
    .action(start(async () => (await import('./retry.ts')).retryPost));
  documented(retry, {
    examples: ['social post retry 0192f3c1-7c1e'],
    notes: ID,
    json: POST_SHAPE,
    exits: [...ACTS, EXIT.someFailed],
  });
  registerResolve(post, start);
  registerUnpublish(post, start);
  registerCounters(post, start);
}

function registerResolve(post: Command, start: Start): void {
  const resolve = post
    .command('resolve <id> <platform>')
    .description('record whether a post whose outcome is unknown was published on a platform')
    .addOption(single('--published <post>', 'it is there, at this address or with this id'))
    .option('--not-published', 'it is not there; it may then be retried')
    .addOption(integer('--part <n>', 'which part of a thread, where several are unknown', 1, 25))
    .addOption(idempotencyKey())
    .action(start(async () => (await import('./resolve.ts')).resolvePost));
  documented(resolve, {
    examples: [
      'social post resolve 0192f3c1-7c1e microblog --published https://x.com/ada/status/1445880548472328192',
      'social post resolve 0192f3c1-7c1e microblog --not-published',
      'social post resolve 0192f3c1-7c1e microblog --part 2 --published 1445880548472328192',
    ],
    notes: ID,
    json: POST_SHAPE,
    exits: [...ACTS, EXIT.someFailed],
  });
}

function registerCounters(post: Command, start: Start): void {
  const counters = post
    .command('counters <id>')
    .description('show what the networks count about a post: likes, replies, reposts, views')
    .option(
      '--refresh',
      'ask the networks now, also those that charge this server for each reading (microblog); a key needs the scope actions',
    )
    .action(start(async () => (await import('./counters.ts')).showCounters));
  documented(counters, {
    examples: ['social post counters 0192f3c1-7c1e', 'social post counters 0192f3c1-7c1e --refresh --json'],
    notes: `${ID} Without --refresh, a reading of the last minute is shown as it is stored.`,
    json: `{"postId","readings":[{"platform","network","account","target"?,"url","publishedAt","readAt","isCharged",
  "counters":[{"name","kind","label","value"}],"reason"?,"note"?}]}`,
    exits: READS,
  });
  const results = post
    .command('results')
    .description('list how the posts of a month did, best first, from what was read')
    .addOption(single('--month <month>', 'for example 2026-11; this month when left out'))
    .addOption(new Option('--by <kind>', 'sort by this, else by reactions').choices(COUNTER_KINDS))
    .addOption(integer('--limit <n>', 'how many, 20 when left out', 1, 2000))
    .addOption(new Option('--csv', 'print all of them as CSV, earliest first').conflicts(['by', 'limit']))
    .action(start(async () => (await import('./results.ts')).listResults));
  documented(results, {
    examples: ['social post results', 'social post results --month 2026-11 --csv > november.csv'],
    notes: 'No network is asked. Months are in UTC.',
    json: `{"month","by","accounts":[{"platform","network","account","target"?,"posts","sums":[{"kind","value"}]}],
  "posts":[{"postId","text","platform","network","account","target"?,"url","publishedAt","readAt","counters":[…]}],"isComplete"}`,
    exits: READS,
  });
}

function registerLabel(post: Command, start: Start): void {
  const label = post
    .command('label <id> [labels...]')
    .description('give a post these labels in place of those it has; without any, it has none')
    .addOption(idempotencyKey())
    .action(start(async () => (await import('./label.ts')).labelPost));
  documented(label, {
    examples: ['social post label 0192f3c1-7c1e launch "press release"', 'social post label 0192f3c1-7c1e'],
    notes: ID,
    json: POST_SHAPE,
    exits: CHANGES,
  });
}

function registerUnpublish(post: Command, start: Start): void {
  const unpublish = post
    .command('unpublish <id>')
    .description('delete at the networks what a post has published; a deletion costs 1 credit')
    .addOption(repeated('--platform <platforms>', 'only from these platforms, separated by commas'))
    .addOption(yesOption())
    .addOption(idempotencyKey())
    .action(start(async () => (await import('./unpublish.ts')).unpublishPost));
  documented(unpublish, {
    examples: ['social post unpublish 0192f3c1-7c1e', 'social post unpublish 0192f3c1-7c1e --platform microblog --yes'],
    notes: `${ID} The post stays in the list and is not sent again; social post --again publishes its text anew.`,
    json: `{"ok","id","outcome","credits","results":{"<platform>":{"ok","state","credits","removedAt"?,"error"?,"code"?,"url"?,
  "parts"?:[{"part","ok","state","error"?}]}}}`,
    exits: [...ACTS, EXIT.someFailed],
  });
}

function registerList(post: Command, start: Start): void {
  const list = post
    .command('list')
    .description('list posts, newest first')
    .addOption(integer('--limit <n>', 'how many, 20 when left out', 1, 100))
    .addOption(single('--cursor <cursor>', 'continue where the page before ended, with the same filters'))
    .addOption(
      new Option('--outcome <outcomes>', 'only posts with one of these outcomes, separated by commas')
        .choices(POST_OUTCOMES)
        .argParser(parseOutcomes),
    )
    .addOption(
      new Option('--status <status>', 'only posts in this status').choices(POST_STATUSES).argParser(parseStatus),
    )
    .addOption(single('--search <words>', 'only posts with all of these words; the last may be the beginning of one'))
    .addOption(single('--label <label>', 'only posts with this label'))
    .addOption(platformOption('only posts for this platform, or for one of its accounts'))
    .addOption(
      new Option('--result <result>', 'former name of --outcome')
        .choices(['failed', 'unknown', 'attention'])
        .hideHelp(),
    )
    .addOption(single('--from <time>', 'only posts from this time on, or so long ago: 7d'))
    .addOption(single('--to <time>', 'only posts before this time'))
    .action(start(async () => (await import('./list.ts')).listPosts));
  documented(list, {
    examples: [
      'social post list',
      'social post list --status scheduled --profile acme',
      'social post list --platform microblog --outcome failed,partial --from 7d',
      'social post list --platform mastodon:news',
      'social post list --search "v1.4.0 rate limit" --label launch',
      'social post list --from 2026-11-01T00:00:00Z --to 2026-12-01T00:00:00Z --json',
    ],
    notes: `The time of a post is the one it is scheduled for, else that of its creation. A search looks at texts, labels, accounts, errors
and ids; capitals and accents make no difference. A post is found some seconds after it is stored.`,
    json: `{"posts":[{"id","text","platforms","status","outcome",…}],"nextCursor"}; a post as in: social post show --help`,
    exits: READS,
  });
}
