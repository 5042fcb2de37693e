import { randomBytes } from 'node:crypto';
import { isRecord, jsonFields } from '../../http/request-body.ts';
import type { Call, Reply, Route } from '../../http/route.ts';
import { acceptPost } from '../../world/world.ts';
import { bulletinTextRequired, forbidden, invalidDescription } from './errors.ts';
import { protect, readParts, type Session } from './session.ts';
import type { YoutubeState } from './state.ts';

const requiredSubscribers = 500;
const maxTextBytes = 5000;

/**
 * A channel's text post. The real network has withdrawn this call and refuses it; the sandbox accepts it in its last
 * documented shape, from channels with the 500 subscribers that the website requires.
 *
 * @see https://developers.google.com/youtube/v3/docs/activities/insert
 */
export function activityRoute(state: YoutubeState): Route {
  return protect(state, {
    method: 'POST',
    path: '/youtube/v3/activities',
    operation: 'publish',
    scopes: ['youtube', 'youtube.force-ssl'],
    quota: { bucket: 'general', units: 50 },
    handle: (call, session) => createBulletin(state, call, session),
  });
}

function createBulletin({ world }: YoutubeState, call: Call, { account }: Session): Reply {
  readParts(call, ['snippet', 'contentDetails']);
  const snippet = jsonFields(call.body)?.['snippet'];
  const description = isRecord(snippet) ? snippet['description'] : undefined;
  if (typeof description !== 'string' || description === '') return bulletinTextRequired();
  if (Buffer.byteLength(description) > maxTextBytes) return invalidDescription();
  if (world.settings.subscribers < requiredSubscribers) return forbidden();
  const id = `Ugkx${randomBytes(24).toString('base64url')}`;
  const post = { network: 'youtube', id, accountId: account.id, text: description, media: [] } as const;
  const { createdAt } = acceptPost(world, post);
  return {
    status: 200,
    json: {
      kind: 'youtube#activity',
      etag: `"${id}"`,
      id,
      snippet: {
        publishedAt: new Date(createdAt).toISOString(),
        channelId: account.id,
        title: '',
        description,
        channelTitle: account.name,
        type: 'bulletin',
      },
    },
  };
}
