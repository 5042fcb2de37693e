import type { Schema } from '@social/types';
import type { Database } from '../../store/schema.ts';
import { type ListedReading, listReadingsBetween } from '../../store/targets/counter-readings.ts';
import type { Viewer } from '../access/rights.ts';
import { type Counter, countersOf } from './readings.ts';

/** Most readings of a month that are looked at. */
const MOST_READINGS = 2_000;
const TEXT_LENGTH = 200;

/** A kind of counter, by which networks can be compared. */
export type CounterKind = Schema<'CounterKind'>;

/** A post on a platform, with its counters. */
export type CountedPost = Schema<'CounterTable'>['posts'][number];

/** Counters of the posts of a month. */
export type CounterTable = Schema<'CounterTable'>;

/** Reads the stored readings of a month, best first. @param profileId null for all profiles that the viewer sees */
export async function readCounterTable(
  db: Database,
  { workspaceId, rights }: Viewer,
  { month, by, profileId }: { month: string; by: CounterKind; profileId: string | null },
): Promise<CounterTable> {
  const profiles = profileId === null ? rights.profiles : [profileId];
  const rows = await listReadingsBetween(db, workspaceId, { ...spanOf(month), profiles, limit: MOST_READINGS + 1 });
  const posts = rows.slice(0, MOST_READINGS).map(toPost);
  const accounts = [...Map.groupBy(posts, accountOf).values()].map(sumUp);
  return {
    ...{ month, by, isComplete: rows.length <= MOST_READINGS },
    accounts: accounts.sort((one, other) => numberOf(other.sums, by) - numberOf(one.sums, by)),
    posts: posts.sort((one, other) => numberOf(other.counters, by) - numberOf(one.counters, by)),
  };
}

/** First instant of a month, and of the next one. */
function spanOf(month: string): { from: string; to: string } {
  const from = new Date(`${month}-01T00:00:00.000Z`);
  const to = new Date(from);
  to.setUTCMonth(to.getUTCMonth() + 1);
  return { from: from.toISOString(), to: to.toISOString() };
}

function toPost(row: ListedReading): CountedPost {
  const { post_id: postId, platform, network, account, url, published_at: publishedAt } = row;
  const text = [...row.text].slice(0, TEXT_LENGTH).join('');
  const readAt = row.read_at ?? publishedAt;
  return { postId, text, platform, network, account, url, publishedAt, readAt, counters: countersOf(row) };
}

const accountOf = ({ platform, network, account }: CountedPost): string => `${platform} ${network} ${account ?? ''}`;

function sumUp(posts: readonly CountedPost[]): CounterTable['accounts'][number] {
  const [first] = posts as [CountedPost, ...CountedPost[]];
  const sums = new Map<CounterKind, number>();
  for (const { kind, value } of posts.flatMap(({ counters }) => counters)) {
    sums.set(kind, (sums.get(kind) ?? 0) + value);
  }
  const { platform, network, account } = first;
  return { platform, network, account, posts: posts.length, sums: [...sums].map(([kind, value]) => ({ kind, value })) };
}

/** The number of a kind; what a network does not tell comes after every number that it tells. */
function numberOf(counters: readonly Pick<Counter, 'kind' | 'value'>[], kind: CounterKind): number {
  return counters.find((counter) => counter.kind === kind)?.value ?? -1;
}
