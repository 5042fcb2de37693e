import { type FileHandle, open } from 'node:fs/promises';
import { findProfile } from '@social/mcp/post';
import {
  checkFiles,
  type LookedFile,
  lookAtFile,
  type MediaPlace,
  mediaFacts,
  mediaKindOf,
  previewOutcomeOf,
  selectMedia,
} from '@social/rules';
import type { Schema, SocialClient } from '@social/sdk';
import { isPlatformId, type PlatformId, platformName } from '@social/types';
import type { Context } from '../../context.ts';
import type { LocalFile } from '../../server/local-file.ts';
import { fetchData } from '../../server/send.ts';
import type { GivenPost } from './given-post.ts';

/** A file that was looked at; null for one that is no picture and no video. */
type Look = Omit<LookedFile, 'alt'> | null;
type Result = Schema<'PostPreview'>['platformResults'][string];

/**
 * Adds to a dry run what a publish would do with the files of this machine, which the server does not have yet, and why a network
 * would refuse them.
 */
export async function withFileChecks(
  context: Context,
  client: SocialClient,
  { input, files }: Pick<GivenPost, 'input' | 'files'>,
  preview: Schema<'PostPreview'>,
): Promise<Schema<'PostPreview'>> {
  if (files.size === 0) return preview;
  const { id: profileId } = await findProfile(client, preview.profile, context.io.signal);
  const connections = await fetchData(context, 'reading what is connected …', (call) =>
    client.connections.getConnectionStatus({ profileId }, call),
  );
  const looks = new Map<string, Look>();
  for (const [url, file] of files) looks.set(url, await lookAt(file));
  const results = Object.entries(preview.platformResults).map(([platform, result]) => {
    if (!isPlatformId(platform)) return [platform, result] as const;
    const connection = connections[platform];
    const place = { network: connection?.network, server: connection?.media };
    return [platform, checked(result, input, { platform, place, looks })] as const;
  });
  const credits = { needed: preview.credits, available: preview.available };
  const outcome = previewOutcomeOf(
    results.map(([, result]) => result),
    credits,
  );
  return { ...preview, outcome, platformResults: Object.fromEntries(results) };
}

interface Place {
  readonly platform: PlatformId;
  readonly place: MediaPlace;
  readonly looks: ReadonlyMap<string, Look>;
}

function checked(
  result: Result,
  { media = [], fitMedia = true }: GivenPost['input'],
  { platform, place, looks }: Place,
): Result {
  const candidates = media.map(({ url, alt = '' }) => {
    const look = looks.get(url);
    return { kind: look?.kind ?? mediaKindOf(url), field: 'media' as const, look: look && { ...look, alt } };
  });
  const { taken } = selectMedia(platform, candidates, place);
  const by = { facts: mediaFacts(platform, place), taker: platformName(platform, place.network), fitMedia };
  const { problem, notes } = checkFiles(
    taken.map(({ look }) => look ?? null),
    by,
  );
  const note = [result.note, ...notes].filter(Boolean).join(' ');
  const noted = note === '' ? result : { ...result, note };
  if (problem === null || !result.ok) return noted;
  return { ...noted, ok: false, state: 'problem', code: 'media_refused', error: problem };
}

async function lookAt({ path, name, bytes }: LocalFile): Promise<Look> {
  await using file = await open(path);
  const look = await lookAtFile({ bytes, read: (start, end) => readRange(file, start, end) });
  if (look?.kind !== 'image' && look?.kind !== 'video') return null;
  return { ...look, kind: look.kind, frames: look.frames ?? undefined, name, bytes };
}

async function readRange(file: FileHandle, start: number, end: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(new Uint8Array(end - start), 0, end - start, start);
  return buffer.subarray(0, bytesRead);
}
