import type { Fit } from '@social/post-input';
import { type Command, Option } from 'commander';
import { EXIT } from '../../lib/exit-codes.ts';
import { ACTS, documented } from '../../lib/help.ts';
import { integer, notEmpty, repeated, single } from '../../lib/options.ts';
import type { Start } from '../start.ts';

// Repeated here: the module with the list is loaded only when a post is made.
const FITS: readonly Fit[] = ['shorten', 'thread', 'error'];

const NOTES = `Reads RSS, Atom, RDF and JSON Feed. An item is known by the address of the feed, its id and the profile: it is published
once, also when cron, a CI job and another machine run this at the same time, when the item is edited, or with other options.
Where several items have one id, all but the first are known by their links too. A platform that is added to --to gets the items
that are still new, and the others nothing again.

An item is new for 24 hours, or the span of --since (90m, 12h, 7d, 2w). --since all takes every item, and needs --max. The oldest
items go out first. What failed is sent again by the next run. --dry-run also shows each item that is left out, with the reason.

--template is the text of a post; \\n begins a line. Its fields are {title}, {link}, {summary}, {author} and {tags}.`;

/** `social feed`: the new items of a feed as posts. */
export function registerFeed(program: Command, start: Start): void {
  const feed = program
    .command('feed')
    .description('publish the new items of an RSS, Atom or JSON feed, each once')
    .argument('<url>', 'address of the feed', notEmpty)
    .addOption(repeated('--to <platforms>', 'where to publish, separated by commas: mastodon, mastodon:news, all'))
    .addOption(single('--since <span>', 'how long an item is new; 24h when left out; all for every item'))
    .addOption(integer('--max <n>', 'publish at most this many items; 10 when left out', 1, 1_000))
    .addOption(single('--template <text>', 'text of a post; {title}\\n\\n{link} when left out'))
    .addOption(new Option('--fit <how>', 'what to do where the text is too long').choices(FITS))
    .addOption(
      new Option('--at <when>', 'publish each item in the next free slot instead of at once').choices(['next']),
    )
    .option('--media', 'also publish the pictures or the video of an item')
    .option('--copy-media', 'copy the files of a scheduled item now, so that their addresses may end')
    .option('--allow-left-out', 'publish items of which a network leaves media out')
    .option('--draft', 'store drafts that somebody approves; nothing is sent')
    .option('--dry-run', 'only show what would be done; nothing is sent')
    .option('--yes', 'do not ask before anything is sent')
    .addOption(integer('--max-credits <n>', 'send nothing if it would cost more', 0, 1_000_000))
    .action(start(async () => (await import('./feed.ts')).publishFeed));
  documented(feed, {
    examples: [
      'social feed https://example.com/feed.xml --to profnet,microblog --dry-run',
      'social feed https://example.com/feed.xml --to mastodon --template "New: {title} {tags}\\n{link}" --yes',
      'social feed https://example.com/feed.xml --to microblog --since all --max 3 --fit shorten',
      'social feed https://example.com/feed.xml --to profnet --at next --yes',
    ],
    notes: NOTES,
    json: `[{"item","action","postId","status","outcome","credits","platforms","profile","scheduledFor"?,"slot"?,"note"?,"error"?,"platformResults"?}];
  action is create, retry, skip or stopped`,
    exits: [...ACTS, EXIT.someFailed],
  });
}
