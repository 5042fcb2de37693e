import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Schema } from '@social/types';
import type { Database } from '../../store/schema.ts';
import {
  type ListedReading,
  listReadingsWithin,
  type ReadingPage,
  type ReadingSpan,
} from '../../store/targets/counter-readings.ts';
import type { Viewer } from '../access/rights.ts';
import { type Counter, countersOf } from './readings.ts';

/** Most readings of a month that a table is made of. */
const MOST_READINGS = 2_000;
const PAGE = 200;

/** A kind of counter, by which networks can be compared. */
export type CounterKind = Schema<'CounterKind'>;

/** A post on a platform, with its counters. */
export type CountedPost = Schema<'CounterTable'>['posts'][number];

/** Counters of the posts of a month. */
export type CounterTable = Schema<'CounterTable'>;

/** A month in UTC, such as `2026-11`, of a profile or, with null, of all profiles that the viewer sees. */
export interface WantedMonth {
  readonly month: string;
  readonly profileId: string | null;
}

/** Reads the latest stored readings of a month, best first. */
export async function readCounterTable(
  db: Database,
  viewer: Viewer,
  { by, ...wanted }: WantedMonth & { readonly by: CounterKind },
): Promise<CounterTable> {
  const rows: ListedReading[] = [];
  for await (const page of readPages(db, viewer, wanted, 'desc')) {
    rows.push(...page);
    if (rows.length > MOST_READINGS) break;
  }
  const isComplete = rows.length <= MOST_READINGS;
  rows.splice(MOST_READINGS);
  const posts = rows.map(toPost);
  const accounts = [...Map.groupBy(rows, accountOf).values()].map((own) => sumUp(own.map(toPost)));
  return {
    ...{ month: wanted.month, by, isComplete },
    accounts: accounts.sort((one, other) => numberOf(other.sums, by) - numberOf(one.sums, by)),
    posts: posts.sort((one, other) => numberOf(other.counters, by) - numberOf(one.counters, by)),
  };
}

/** Reads all stored readings of a month page by page, earliest post first. */
export async function* readCountedPosts(
  db: Database,
  viewer: Viewer,
  wanted: WantedMonth,
): AsyncGenerator<CountedPost[]> {
  for await (const page of readPages(db, viewer, wanted, 'asc')) yield page.map(toPost);
}

async function* readPages(
  db: Database,
  viewer: Viewer,
  wanted: WantedMonth,
  order: ReadingPage['order'],
): AsyncGenerator<ListedReading[]> {
  const span = spanOf(viewer, wanted);
  let after: ListedReading | undefined;
  do {
    const rows: ListedReading[] = await listReadingsWithin(db, viewer.workspaceId, span, { order, after, limit: PAGE });
    yield rows;
    after = rows.length === PAGE ? rows.at(-1) : undefined;
    await letOthersRun();
  } while (after);
}

function spanOf({ rights }: Viewer, { month, profileId }: WantedMonth): ReadingSpan {
  const from = new Date(`${month}-01T00:00:00.000Z`);
  const to = new Date(from);
  to.setUTCMonth(to.getUTCMonth() + 1);
  const profiles = profileId === null ? rights.profiles : [profileId];
  return { from: from.toISOString(), to: to.toISOString(), profiles };
}

function toPost(row: ListedReading): CountedPost {
  const { post_id: postId, platform, network, account, account_name, url, published_at: publishedAt } = row;
  const readAt = row.read_at ?? publishedAt;
  return {
    postId,
    text: row.beginning,
    platform,
    network,
    account,
    ...(account_name !== null && { target: account_name }),
    url,
    publishedAt,
    readAt,
    counters: countersOf(row),
  };
}

const accountOf = ({ platform, network, account, channel }: ListedReading): string =>
  `${platform} ${network} ${channel ?? ''} ${account ?? ''}`;

function sumUp(posts: readonly CountedPost[]): CounterTable['accounts'][number] {
  const [first] = posts as [CountedPost, ...CountedPost[]];
  const sums = new Map<CounterKind, number>();
  for (const { kind, value } of posts.flatMap(({ counters }) => counters)) {
    sums.set(kind, (sums.get(kind) ?? 0) + value);
  }
  const { platform, network, account, target } = first;
  return {
    ...{ platform, network, account, ...(target !== undefined && { target }), posts: posts.length },
    sums: [...sums].map(([kind, value]) => ({ kind, value })),
  };
}

/** The number of a kind; what a network does not tell comes after every number that it tells. */
function numberOf(counters: readonly Pick<Counter, 'kind' | 'value'>[], kind: CounterKind): number {
  return counters.find((counter) => counter.kind === kind)?.value ?? -1;
}
