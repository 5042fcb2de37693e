import { crc32, deflateSync } from 'node:zlib';
import type { OperationId } from '@social/types';
import type { Attack } from './attack.ts';
import { LARGE_TEXT, largeDraft, type Possessions, WORDS } from './hostile-workspace.ts';

/** Part of a call that is not what the contract's largest example would be. */
export interface Worst {
  /** What is special, where an operation is attacked in several ways. */
  readonly what?: string;
  readonly path?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | string | Uint8Array;
  readonly reads?: Attack['reads'];
}

type WorstCases = Partial<Record<OperationId, readonly Worst[]>>;

/** The expensive ways to call operations, beside the largest example of the contract. @param pageUrl page for link cards */
export function worstCases(had: Possessions, pageUrl: string): WorstCases {
  return { ...writes(had, pageUrl), ...lists(had), ...settings() };
}

function writes(had: Possessions, pageUrl: string): WorstCases {
  const draft = largeDraft('%n%');
  const longPost = { text: '%n% '.padEnd(400, 'x'), thread: Array(24).fill('x'.repeat(450)), platforms: ['mastodon'] };
  const card = { text: `%n% ${pageUrl}`, platforms: ['bluesky', 'mastodon'] };
  const picture = { text: '%n%', platforms: ['bluesky'], media: [{ url: had.pictureUrl, alt: 'x'.repeat(900) }] };
  const far = '2099-01-01T00:00:00Z';
  return {
    createPost: [
      { what: 'dry run, link card', query: '?dryRun=true', body: card },
      { what: 'dry run, 25 parts', query: '?dryRun=true', body: { ...longPost, platforms: ['mastodon', 'bluesky'] } },
      { what: 'dry run, 50 megapixels', query: '?dryRun=true', body: picture },
      {
        what: 'scheduled, 60 000 characters',
        body: { text: `${'%n%'.padEnd(200)}${LARGE_TEXT}`, platforms: ['socialnet'], scheduledFor: far },
      },
      { what: '50 megapixels', body: picture },
      { what: '25 parts', body: longPost },
      { what: 'nested lists', body: '['.repeat(131_072) + ']'.repeat(131_072) },
      { what: '20 000 names', body: `{${Array.from({ length: 20_000 }, (_, name) => `"n${name}":1`).join(',')}}` },
      { what: 'a name of 250 kB', body: { ['dryrun'.padEnd(250_000, 'x')]: true } },
      { what: 'unknown platforms', body: { text: 'x', platforms: Array(10_000).fill('microblok') } },
    ],
    checkPosts: [
      { what: '100 posts', body: { posts: Array(100).fill({ ...card, text: `%n% ${pageUrl} `.padEnd(2_400, 'x') }) } },
      { what: '100 keys', body: { keys: Array.from({ length: 100 }, (_, key) => `%n% ${key}`.padEnd(255, 'x')) } },
    ],
    createDraft: [{ body: draft }],
    updateDraft: [{ body: draft }],
    deleteDraft: [{ path: `/api/v1/drafts/${had.drafts.at(-1).id}` }],
    approveDraft: [{ body: { ifUpdatedAt: had.drafts[1].updatedAt } }],
    uploadMedia: [
      { what: '50 megapixels', headers: { 'content-type': 'image/png' }, body: had.picture },
      { what: '20 MB of small chunks', headers: { 'content-type': 'image/png' }, body: manyChunks() },
    ],
    receiveContent: [
      { query: '?test=true', body: { title: 'x'.repeat(2_000), keyword: 'x', body: '<div><a '.repeat(25_000) } },
    ],
    updatePost: [{ body: { labels: Array.from({ length: 20 }, (_, label) => `label ${label}`) } }],
    unpublishPost: [{ body: { platforms: ['mastodon'] } }],
  };
}

function lists(had: Possessions): WorstCases {
  const q = new URLSearchParams({ q: WORDS.slice(0, 20).join(' ') });
  const none = new URLSearchParams({ q: [...WORDS.slice(0, 19), 'nowhere'].join(' ') });
  const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
  return {
    listPosts: [
      { what: 'limit=100', query: '?limit=100' },
      { what: '20 words', query: `?limit=100&${q}` },
      { what: '20 words, the last one nowhere', query: `?limit=100&${none}` },
      {
        what: 'filters',
        query: '?limit=100&outcome=failed,missed,unpublished&label=launch&platform=mastodon&profile=default',
      },
      { what: 'filters and words', query: `?limit=100&outcome=failed&label=launch&${q}` },
      { what: 'answers are not read', query: '?limit=100', reads: 'nothing' },
    ],
    listDrafts: [{ query: '?limit=100' }, { what: 'answers are not read', query: '?limit=100', reads: 'nothing' }],
    getMedia: [{ path: new URL(had.pictureUrl).pathname }],
    listLogs: [
      { what: 'the last page', query: '?limit=200&offset=99900' },
      { what: 'filters', query: '?limit=200&action=post.published&platform=mastodon&status=failed&offset=14000' },
      {
        what: 'filters that find nothing',
        query: '?limit=200&action=draft.edited&platform=profnet&status=missed&profile=default',
      },
    ],
    listSpending: [{ query: '?days=92&timeZone=America/St_Johns' }],
    listCounters: [{ query: '?limit=2000' }],
    listSlots: [{ query: `?limit=1000&free=true&from=${days(0)}&to=${days(360)}` }],
    listWebhookEvents: [{ query: '?limit=100&after=0' }, { what: 'waits', query: '?waitSeconds=25', reads: 'head' }],
    streamEvents: [{ reads: 'head' }],
    callMcp: [
      { what: 'tools/list', body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
      {
        what: 'list_posts',
        body: {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'list_posts', arguments: { limit: 100 } },
        },
      },
    ],
  };
}

function settings(): WorstCases {
  const filters = { q: 'x'.repeat(200), outcome: ['failed'] };
  return {
    saveViews: [{ body: { views: Array.from({ length: 50 }, (_, view) => ({ name: `${view}`, filters })) } }],
    createKey: [{ body: { name: 'Key %n%' } }],
    createProfile: [{ body: { name: 'Profile %n%' } }],
    signIn: [{ body: { email: 'stranger-%n%@example.com', password: 'x'.repeat(128) } }],
    signUp: [{ body: { email: 'stranger-%n%@example.com', password: 'x'.repeat(128) } }],
    changePassword: [{ body: { currentPassword: 'x'.repeat(128), newPassword: 'y'.repeat(128) } }],
    deleteWorkspace: [{ body: { password: 'x'.repeat(128) } }],
    updateWebhookEndpoint: [{ body: { description: 'x'.repeat(200) } }],
    startConnection: [{ query: '?host=fosstodon.org' }],
  };
}

/** A PNG as large as the largest picture that is taken, of chunks that readers skip. */
function manyChunks(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(1, 0);
  header.writeUInt32BE(1, 4);
  header[8] = 8;
  const empty = chunk('paDd', Buffer.alloc(0));
  const ends = [chunk('IDAT', deflateSync(Buffer.alloc(2))), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    Buffer.alloc(1_700_000 * empty.length, empty),
    ...ends,
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, checksum]);
}
