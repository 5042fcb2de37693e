import type { Call, Json, Reply, Route } from '../../http/route.ts';
import type { Account } from '../../world/accounts.ts';
import { apiError } from './errors.ts';
import { protect, readParts, type Session } from './session.ts';
import type { YoutubeState } from './state.ts';

const parts = ['id', 'snippet', 'contentDetails', 'statistics', 'status'];

/** Type of an account without a channel. */
const accountWithoutChannel = 'no-channel';

/** The channel's identity. @see https://developers.google.com/youtube/v3/docs/channels/list */
export function channelRoute(state: YoutubeState): Route {
  return protect(state, {
    method: 'GET',
    path: '/youtube/v3/channels',
    operation: 'identity',
    scopes: ['youtube.readonly', 'youtube', 'youtube.force-ssl'],
    quota: { bucket: 'general', units: 1 },
    handle: (call, session) => listChannels(state, call, session),
  });
}

function listChannels(state: YoutubeState, call: Call, session: Session): Reply {
  const wanted = readParts(call, parts);
  const filters = ['id', 'mine', 'forHandle', 'forUsername', 'managedByMe'].filter((name) => call.query.has(name));
  if (filters.length !== 1) {
    return apiError(400, 'invalidCriteria', 'Exactly one filter has to be given.', { domain: 'youtube.channel' });
  }
  const items = findChannels(state, call, session).map((account) => {
    const all = presentChannel(state, account, call.base);
    const chosen = Object.entries(all).filter(([name]) => wanted.includes(name));
    return { kind: 'youtube#channel', etag: `"${account.id}"`, id: account.id, ...Object.fromEntries(chosen) };
  });
  return {
    status: 200,
    json: {
      kind: 'youtube#channelListResponse',
      etag: `"${items.length}"`,
      pageInfo: { totalResults: items.length, resultsPerPage: 5 },
      // Without a channel, the real network omits the list or leaves it empty.
      items,
    },
  };
}

function findChannels({ world }: YoutubeState, { query }: Call, session: Session): readonly Account[] {
  const all = world.accounts.of('youtube').filter(({ type }) => type !== accountWithoutChannel);
  const ids = query.getAll('id').flatMap((value) => value.split(','));
  const handle = (query.get('forHandle') ?? '').replace(/^@/, '').toLowerCase();
  if (query.has('id')) return all.filter(({ id }) => ids.includes(id));
  if (query.has('forHandle')) return all.filter(({ username }) => username === handle);
  return query.get('mine') === 'true' ? all.filter(({ id }) => id === session.account.id) : [];
}

function presentChannel({ world, videos }: YoutubeState, account: Account, base: string): Record<string, Json> {
  const picture = (side: number) => ({
    url: `${base}/avatars/${account.username}.png`,
    width: side,
    height: side,
  });
  const own = [...videos.values()].filter(({ channelId }) => channelId === account.id);
  return {
    snippet: {
      title: account.name,
      description: '',
      customUrl: `@${account.username}`,
      publishedAt: '2020-01-01T00:00:00Z',
      thumbnails: { default: picture(88), medium: picture(240), high: picture(800) },
      localized: { title: account.name, description: '' },
    },
    contentDetails: { relatedPlaylists: { uploads: account.id.replace(/^UC/, 'UU') } },
    statistics: {
      viewCount: '0',
      subscriberCount: String(world.settings.subscribers),
      hiddenSubscriberCount: false,
      videoCount: String(own.length),
    },
    status: { privacyStatus: 'public', isLinked: true, longUploadsStatus: 'allowed' },
  };
}
