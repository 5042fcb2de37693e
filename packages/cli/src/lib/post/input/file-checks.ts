import { findProfile } from '@social/post-input';
import { checkFiles, type MediaPlace, mediaFacts, mediaKindOf, previewOutcomeOf, selectMedia } from '@social/rules';
import type { Output, Schema, SocialClient } from '@social/sdk';
import { isTarget, platformName, platformOf, type Target } from '@social/types';
import type { Context } from '../../context.ts';
import { connectionOf } from '../../networks.ts';
import { readOnce } from '../../server/read-once.ts';
import type { GivenPost } from './given-post.ts';

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
  const connections = await readOnce(client, `connections for files of ${preview.profile}`, () =>
    readConnections(context, client, preview.profile),
  );
  const results = Object.entries(preview.platformResults).map(([target, result]) => {
    if (!isTarget(target)) return [target, result] as const;
    const connection = connectionOf(connections, target);
    const settings = input.settings?.[target];
    const place = { network: connection?.network, server: connection?.media, settings };
    return [target, checked(result, input, { target, place, files })] as const;
  });
  const credits = { needed: preview.credits, available: preview.available };
  const outcome = previewOutcomeOf(
    results.map(([, result]) => result),
    credits,
  );
  return { ...preview, outcome, platformResults: Object.fromEntries(results) };
}

/** Reads what is connected, which a key may not be allowed to: then the limits of the platforms count. */
async function readConnections(
  { io: { signal } }: Context,
  client: SocialClient,
  profile: string,
): Promise<Output<'getConnectionStatus'>> {
  try {
    const { id: profileId } = await findProfile(client, profile, signal);
    return await client.connections.getConnectionStatus({ profileId }, { signal });
  } catch {
    signal.throwIfAborted();
    return {};
  }
}

interface Place {
  readonly target: Target;
  readonly place: MediaPlace;
  readonly files: GivenPost['files'];
}

function checked(
  result: Result,
  { media = [], fitMedia = true }: GivenPost['input'],
  { target, place, files }: Place,
): Result {
  const platform = platformOf(target);
  const candidates = media.map(({ url, alt = '' }) => {
    const { look, name = '', bytes = 0 } = files.get(url) ?? {};
    const file = look && { ...look, name, bytes, alt };
    return { kind: look?.kind ?? mediaKindOf(url), field: 'media' as const, file };
  });
  const { taken } = selectMedia(platform, candidates, place);
  const by = { facts: mediaFacts(platform, place), taker: platformName(platform, place.network), fitMedia };
  const { problem, notes } = checkFiles(
    taken.map(({ file }) => file ?? null),
    by,
  );
  const note = [result.note, ...notes].filter(Boolean).join(' ');
  const noted = note === '' ? result : { ...result, note };
  if (problem === null || !result.ok) return noted;
  return { ...noted, ok: false, state: 'problem', code: 'media_refused', error: problem };
}
