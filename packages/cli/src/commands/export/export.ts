import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { iterateLogs, iteratePosts, type Schema, type SocialClient } from '@social/sdk';
import type { Context } from '../../lib/context.ts';
import { usageError } from '../../lib/errors.ts';
import { showChanging } from '../../lib/server/send.ts';
import { countOf } from '../../lib/text/terminal-text.ts';
import { createFileFetcher, type FetchedFiles } from './fetch-files.ts';
import { writeLines } from './write-lines.ts';

const PAGE = 100;
const LOG_PAGE = 200;
/** Most readings of a month that the server lists. */
const MOST_READINGS = 2_000;

interface ExportOptions {
  readonly out: string;
  readonly media?: boolean;
}

/** `social export`. Reads page by page, so that the size of a workspace does not matter. */
export async function exportData(context: Context, { out, media = false }: ExportOptions): Promise<void> {
  const folder = resolve(context.io.workingDirectory, out);
  await makeEmptyFolder(folder);
  const client = await context.client();
  const summary = await showChanging(context, 'reading drafts …', (show) =>
    readAll(context, client, { folder, media, show }),
  );
  const exportedAt = context.io.now().toISOString();
  await writeFile(join(folder, 'export.json'), `${JSON.stringify({ exportedAt, ...summary }, null, 2)}\n`, {
    mode: 0o600,
  });
  await context.output.data({ out: folder, ...summary }, () => describe(folder, summary));
}

async function makeEmptyFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await readdir(folder)).length === 0) return;
  } catch (error) {
    throw usageError(`--out: ${folder} cannot be used: ${(error as Error).message}`, 'Name another folder');
  }
  throw usageError(`--out: ${folder} is not empty; nothing was written`, 'Name an empty folder, or one to make');
}

async function makeMediaFolder(folder: string): Promise<string> {
  const media = join(folder, 'media');
  await mkdir(media, { mode: 0o700 });
  return media;
}

async function readAll(
  context: Context,
  client: SocialClient,
  { folder, media, show }: { folder: string; media: boolean; show: (text: string) => void },
) {
  const call = { signal: context.io.signal };
  const files = media ? createFileFetcher(context, { folder: await makeMediaFolder(folder), show }) : null;
  const write = <Item extends object>(name: string, items: AsyncIterable<Item>, see?: (item: Item) => unknown) =>
    writeLines(join(folder, `${name}.jsonl`), items, async (item, count) => {
      await see?.(item);
      if (count % PAGE === 0) show(`reading ${name}: ${count} …`);
    });
  const { profiles } = await client.profiles.listProfiles({}, call);
  // Before the posts: a draft that is approved meanwhile is then followed by its post.
  const drafts = await write('drafts', readDrafts(client, call), (draft) => files?.fetch(draft));
  const months = new Set<string>();
  const posts = await write('posts', iteratePosts(client, { limit: PAGE }, call), async (post) => {
    months.add(monthOf(post.scheduledFor ?? post.createdAt));
    months.add(monthOf(post.updatedAt));
    // A post that is read alone has addresses that can be opened.
    if (files?.lacks(post)) await files.fetch(await client.posts.getPost({ id: post.id }, call));
  });
  const cut: string[] = [];
  const counters = await write('counters', readCounters(client, { months, cut }, call));
  const activity = await write('activity', iterateLogs(client, { limit: LOG_PAGE }, call));
  const written = await write('profiles', readProfiles(client, profiles, call));
  const connections = await write('connections', readConnections(client, profiles, call));
  if (cut.length > 0) {
    const note = `counters.jsonl is not complete: it has only the latest ${MOST_READINGS} readings of ${cut.join(', ')}`;
    await context.output.note(note);
  }
  return { posts, drafts, counters, activity, profiles: written, connections, ...(files && { media: files.counts() }) };
}

/** Adds the weekly times to each profile. */
async function* readProfiles(
  client: SocialClient,
  profiles: readonly Schema<'Profile'>[],
  call: { signal: AbortSignal },
) {
  for (const profile of profiles) {
    yield { ...profile, slots: await client.slots.getSlotTimes({ profileId: profile.id }, call) };
  }
}

/** Reads the drafts that wait, then the approved ones. A draft that is approved meanwhile comes once, as one that waits. */
async function* readDrafts(client: SocialClient, call: { signal: AbortSignal }) {
  const waiting = new Set<string>();
  for (const status of ['draft', 'approved'] as const) {
    let cursor: string | undefined;
    do {
      const page = await client.drafts.listDrafts({ status, limit: PAGE, cursor }, call);
      for (const draft of page.drafts) {
        if (waiting.has(draft.id)) continue;
        if (status === 'draft') waiting.add(draft.id);
        yield draft;
      }
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }
}

/** The month of an instant in UTC, by which counters are listed. */
function monthOf(instant: string): string {
  return new Date(instant).toISOString().slice(0, 7);
}

/** Reads how the posts of some months did. @param cut gets the months with more readings than the server lists */
async function* readCounters(
  client: SocialClient,
  { months, cut }: { months: ReadonlySet<string>; cut: string[] },
  call: { signal: AbortSignal },
) {
  for (const month of [...months].sort()) {
    const { posts, isComplete } = await client.counters.listCounters({ month, limit: MOST_READINGS }, call);
    if (!isComplete) cut.push(month);
    yield* posts;
  }
}

/** Reads the connected accounts of each profile. */
async function* readConnections(
  client: SocialClient,
  profiles: readonly { readonly id: string; readonly slug: string }[],
  call: { signal: AbortSignal },
) {
  for (const { id: profileId, slug: profile } of profiles) {
    const status = await client.connections.getConnectionStatus({ profileId }, call);
    for (const [platform, { configured: _, ...connection }] of Object.entries(status)) {
      if (connection.connected) yield { profileId, profile, platform, ...connection };
    }
  }
}

function describe(folder: string, summary: Awaited<ReturnType<typeof readAll>>): string {
  const { posts, drafts, counters, activity, profiles, connections, media } = summary;
  const counts = [
    countOf(posts, 'post'),
    countOf(drafts, 'draft'),
    countOf(counters, 'reading'),
    `${activity} lines of the activity log`,
    countOf(profiles, 'profile'),
    countOf(connections, 'connection'),
  ];
  return [`Wrote ${folder}: ${counts.join(', ')}`, ...(media ? [describeFiles(media)] : [])].join('\n');
}

function describeFiles({ files, bytes, missing }: FetchedFiles): string {
  const reason = 'deleted from the server, or known only by addresses that have expired';
  const notFetched = missing === 0 ? '' : `; ${missing} more could not be fetched: ${reason}`;
  return `${countOf(files, 'uploaded file')} (${bytes} bytes)${notFetched}`;
}
