import { networkName, withNetwork } from '@social/types';
import type { ActivityRow } from '../../store/activity-log.ts';
import type { MailKind } from '../../store/mail/mail-settings.ts';

/** Subject and text of a mail. */
export interface MailContent {
  readonly subject: string;
  readonly text: string;
}

/** Facts of an entry of the activity log that a mail may show. */
interface Facts {
  readonly postId?: string;
  readonly text?: string;
  readonly error?: string;
  readonly account?: string;
  readonly network?: string;
  readonly expiresAt?: string;
}

interface Wording {
  /** Page on which a person can act on several things at once. */
  readonly page: string;
  readonly subject: (count: number) => string;
  readonly happened: string;
  readonly next: string;
}

const MOST_LINES = 20;
const LONGEST_QUOTE = 80;
const LONGEST_REASON = 240;

const WORDINGS: Readonly<Record<MailKind, Wording>> = {
  'post.failed': {
    page: '/?outcome=partial,failed,unknown',
    subject: (count) => (count === 1 ? 'A post failed' : `Posts failed on ${count} platforms`),
    happened: 'This was not published:',
    next: 'Open the post to see why, and send again there what failed. Nothing is sent again without you.',
  },
  'post.unknown': {
    page: '/?outcome=unknown',
    subject: () => 'It is unknown whether a post was published',
    happened: 'This was sent, and the answer was lost. It may be published:',
    next: 'Look at the network, then say on the page of the post whether it is there. It is not sent again without you.',
  },
  'post.missed': {
    page: '/?outcome=missed',
    subject: (count) =>
      count === 1 ? 'A scheduled post was missed' : `Scheduled posts were missed on ${count} platforms`,
    happened: 'This was not sent, because its time had passed by more than an hour:',
    next: 'Write it again if it still is of use. Nothing of it was published.',
  },
  'connection.needs_reconnect': {
    page: '/connections',
    subject: () => 'An account must be connected again',
    happened: 'The network no longer accepts this connection:',
    next: 'Connect the account again. Posts to it fail until then.',
  },
  'connection.expiring': {
    page: '/connections',
    subject: () => 'A connection ends soon',
    happened: 'This connection ends soon and cannot renew itself:',
    next: 'Connect the account again before then. Posts to it fail afterwards.',
  },
};

/** Writes the mail about entries of the activity log, which are all of one kind. It has one link. */
export function writeNotice(kind: MailKind, entries: readonly ActivityRow[], baseUrl: string): MailContent {
  const { subject, happened, next } = WORDINGS[kind];
  const lines = entries.slice(0, MOST_LINES).map(describeEntry);
  const more = entries.length > lines.length ? [`- and ${entries.length - lines.length} more`] : [];
  return {
    subject: subject(entries.length),
    text: [
      happened,
      [...lines, ...more].join('\n'),
      next,
      linkFor(kind, entries, baseUrl),
      'Choose which mails you get on the account page of the dashboard.',
    ].join('\n\n'),
  };
}

function describeEntry({ platform, profile_name, created_at, metadata }: ActivityRow): string {
  const { text, error, account, network, expiresAt } = JSON.parse(metadata) as Facts;
  const where = network === undefined ? (platform === null ? '' : withNetwork(platform)) : networkName(network);
  const parts = [
    where,
    account === undefined ? '' : plain(account, LONGEST_QUOTE),
    `profile ${plain(profile_name, LONGEST_QUOTE)}`,
    expiresAt === undefined ? timeOf(created_at) : `ends on ${timeOf(expiresAt)}`,
  ];
  const quote = text === undefined ? '' : `\n  “${plain(text, LONGEST_QUOTE)}”`;
  const reason = error === undefined ? '' : `\n  ${plain(error, LONGEST_REASON)}`;
  return `- ${parts.filter(Boolean).join(', ')}${quote}${reason}`;
}

/** Address of the one page where a person can act. */
function linkFor(kind: MailKind, entries: readonly ActivityRow[], baseUrl: string): string {
  const posts = new Set(entries.map(({ metadata }) => (JSON.parse(metadata) as Facts).postId));
  const [only] = posts;
  return `${baseUrl}${posts.size === 1 && only !== undefined ? `/posts/${only}` : WORDINGS[kind].page}`;
}

function timeOf(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;
}

// Characters that end a line, move the cursor or reverse the reading direction.
const UNSAFE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
/** Words of which mail programs make a link: an address, or a domain with no `@` before it. */
const LINK = /:\/\/|^[^@]*[\p{L}\p{N}-]\.\p{L}{2,}/u;

/** Text that others have written, on one line and without links: only the server's own may be followed. */
function plain(text: string, longest: number): string {
  const words = text.replace(UNSAFE, ' ').trim().split(/\s+/);
  const line = words.map((word) => (LINK.test(word) ? '(link)' : word)).join(' ');
  const letters = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(line.slice(0, 20 * longest))];
  if (letters.length <= longest) return line;
  return `${letters
    .slice(0, longest - 1)
    .map(({ segment }) => segment)
    .join('')}…`;
}
