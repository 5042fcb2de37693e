import { networkName, type PlatformId, withNetwork } from '@social/types';
import type { ActivityRow } from '../../store/activity-log.ts';

/** Facts of an entry of the activity log that a mail may show. */
interface Facts {
  readonly postId?: string;
  readonly text?: string;
  readonly error?: string;
  readonly account?: string;
  readonly network?: string;
  readonly expiresAt?: string;
  readonly draftId?: string;
  readonly platforms?: readonly PlatformId[];
  readonly scheduledFor?: string;
  readonly writtenBy?: string;
  readonly endpointId?: string;
  readonly host?: string;
  readonly description?: string;
}

const LONGEST_QUOTE = 80;
const LONGEST_REASON = 240;

export function factsOf({ metadata }: Pick<ActivityRow, 'metadata'>): Facts {
  return JSON.parse(metadata) as Facts;
}

/** Describes an entry in a line, with a text and a reason on lines of their own. */
export function describeEntry(entry: ActivityRow): string {
  const facts = factsOf(entry);
  const parts = facts.draftId === undefined ? partsOf(entry, facts) : partsOfDraft(entry, facts);
  const quote = facts.text === undefined || facts.text === '' ? '' : `\n  “${plain(facts.text, LONGEST_QUOTE)}”`;
  const reason = facts.error === undefined ? '' : `\n  ${plain(facts.error, LONGEST_REASON)}`;
  return `- ${parts.filter(Boolean).join(', ')}${quote}${reason}`;
}

function partsOf({ platform, profile_name, created_at }: ActivityRow, facts: Facts): string[] {
  const { account, network, expiresAt, endpointId, host = '', description = '' } = facts;
  const where = network === undefined ? (platform === null ? '' : withNetwork(platform)) : networkName(network);
  return [
    where,
    account === undefined ? '' : plain(account, LONGEST_QUOTE),
    endpointId === undefined ? '' : [unlinked(host), plain(description, LONGEST_QUOTE)].filter(Boolean).join(' '),
    profile_name === '' ? '' : `profile ${plain(profile_name, LONGEST_QUOTE)}`,
    expiresAt === undefined ? timeOf(created_at) : `ends on ${timeOf(expiresAt)}`,
  ];
}

/** Tells what a draft would do, and who has written it. */
function partsOfDraft({ profile_name, created_at }: ActivityRow, facts: Facts): string[] {
  const { platforms = [], scheduledFor, writtenBy = '' } = facts;
  const time = scheduledFor === undefined ? 'at once' : `at ${timeOf(new Date(scheduledFor).toISOString())}`;
  return [
    platforms.length === 0 ? 'for no platform yet' : platforms.map((id) => withNetwork(id)).join(', '),
    time,
    `profile ${plain(profile_name, LONGEST_QUOTE)}`,
    `written by ${plain(writtenBy, LONGEST_QUOTE)} on ${timeOf(created_at)}`,
  ];
}

function timeOf(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;
}

// Characters that end a line, move the cursor or reverse the reading direction.
const UNSAFE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
/** Words of which mail programs make a link: an address, or a domain with no `@` before it. */
const LINK = /:\/\/|^[^@]*[\p{L}\p{N}-]\.\p{L}{2,}/u;

/** Host as people can read it, and of which mail programs make no link. */
function unlinked(host: string): string {
  return host.replaceAll('.', '[.]');
}

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
