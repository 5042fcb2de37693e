import type { ApiAnswer, Workspace } from '@social/testkit';
import sharp from 'sharp';
import { queryDatabase } from '../../src/databases/databases.ts';
import { makeCopies, multiply, type Place } from './multiply.ts';

/** What a workspace at its limits has, as far as attacks name it. */
export interface Possessions {
  readonly workspace: Workspace;
  readonly keys: readonly string[];
  readonly cookies: string;
  /** Of a session that nothing else needs. */
  readonly spareCookies: string;
  readonly published: string;
  readonly scheduled: readonly string[];
  readonly drafts: readonly ApiAnswer['body'][];
  readonly endpointId: string;
  readonly deliveryId: string;
  readonly spareKeyId: string;
  /** Address of a picture of 50 megapixels. */
  readonly pictureUrl: string;
  readonly picture: Buffer;
}

/** Scheduled posts and keys of the plan `pro`, and what 90 days of it leave behind. */
const SCHEDULED = 20_000;
const PUBLISHED = 5_000;
const LOGGED = 100_000;
const STEPS = 1_000;
const KEYS = 200;
const PROFILES = 900;
const FILES = 2_000;
/** Drafts of 240 kB until their quota of 20 MB. */
const DRAFTS = 80;
/** Words of every post, each found by a search. */
export const WORDS = Array.from({ length: 40 }, (_, index) => `lesson${index}`);
const FAR = '2099-01-01T00:00:00Z';
const LABELS = ['launch', 'lessons', 'summer', 'winter'];

/** The longest text that a network takes, of words that differ. */
export const LARGE_TEXT = Array.from({ length: 10_000 }, (_, index) => `漢${index}`)
  .join(' ')
  .padEnd(63_000, ' 漢字');

/** The content of a draft of 240 kB. */
export function largeDraft(text = ''): object {
  return { text: text + 'x'.repeat(90_000), thread: ['y'.repeat(90_000), 'z'.repeat(60_000)], platforms: ['mastodon'] };
}

async function expectOk(answer: Promise<ApiAnswer>): Promise<ApiAnswer['body']> {
  const { status, body, text } = await answer;
  if (status >= 300) throw new Error(`the workspace could not be filled: ${status} ${text.slice(0, 1_000)}`);
  return body;
}

/** Gives a workspace, through the API, one of everything that it may have, and large ones. */
export async function possess(workspace: Workspace, signIn: () => Promise<string>, receiver: string) {
  const { api } = workspace;
  const call = (method: string, path: string, body?: object | Uint8Array, headers = {}) =>
    expectOk(api(method, path, { headers, ...(body && { body }) }));
  for (const platform of ['profnet', 'microblog', 'mastodon', 'bluesky', 'socialnet'])
    await workspace.connect(platform);
  const made = await Promise.all(
    Array.from({ length: 8 }, (_, index) => call('POST', '/api/keys', { name: `Key ${index}` })),
  );
  const endpoint = await call('POST', '/api/webhook-endpoints', { url: receiver });
  for (let more = 1; more < 20; more += 1) {
    await call('POST', '/api/webhook-endpoints', { url: `${receiver}/${more}`, kinds: ['credits.low'] });
  }
  const times = Array.from({ length: 168 }, (_, hour) => ({
    weekday: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'][Math.floor(hour / 24)],
    time: `${String(hour % 24).padStart(2, '0')}:00`,
  }));
  await call('PUT', `/api/profiles/${workspace.profileId}/slots`, { timeZone: 'America/St_Johns', times });
  const post = { text: WORDS.join(' '), labels: LABELS, platforms: ['mastodon'] };
  const published = (await call('POST', '/api/v1/posts', post)).id as string;
  await call('POST', `/api/v1/posts/${published}/counters`);
  const scheduled: string[] = [];
  for (let index = 0; index < 100; index += 1) {
    const large = index === 0 ? {} : { text: LARGE_TEXT, platforms: ['socialnet'] };
    scheduled.push((await call('POST', '/api/v1/posts', { ...post, ...large, scheduledFor: FAR })).id);
  }
  const drafts: ApiAnswer['body'][] = [];
  for (let index = 0; index < DRAFTS; index += 1) drafts.push(await call('POST', '/api/v1/drafts', largeDraft()));
  await call('PUT', '/api/views', {
    views: Array.from({ length: 50 }, (_, index) => ({ name: `View ${index}`, filters: { label: 'launch' } })),
  });
  const picture = await largePicture();
  const pictureUrl = (await call('POST', '/api/v1/media', picture, { 'content-type': 'image/png' })).url as string;
  const deliveries = `/api/webhook-endpoints/${endpoint.endpoint.id}/deliveries`;
  await call('POST', `/api/webhook-endpoints/${endpoint.endpoint.id}/test`);
  const possessions: Possessions = {
    workspace,
    keys: [workspace.apiKey, ...made.slice(1).map(({ rawKey }) => rawKey as string)],
    cookies: await signIn(),
    spareCookies: await signIn(),
    published,
    scheduled,
    drafts,
    endpointId: endpoint.endpoint.id,
    deliveryId: (await call('GET', deliveries)).deliveries[0].id,
    spareKeyId: made[0].key.id,
    pictureUrl,
    picture,
  };
  return possessions;
}

/** A picture that has as many pixels as a server decodes. */
function largePicture(): Promise<Buffer> {
  return sharp({ create: { width: 7_000, height: 7_000, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
}

/** Copies rows until the workspace has what it may have, in the database of a server that is stopped. */
export async function multiplyPossessions(place: Place, { workspace, published, scheduled }: Possessions) {
  const own = `workspace_id = '${workspace.workspaceId}'`;
  const [small] = scheduled;
  for (const [id, copies] of [
    [published, makeCopies(PUBLISHED)],
    [small, makeCopies(SCHEDULED)],
  ] as const) {
    const ofPost = { post_id: 'new_id' };
    await multiply(place, copies, {
      ...{ table: 'post', where: `id = '${id}'` },
      changed: {
        id: 'new_id',
        created_at: 'new_at',
        updated_at: 'new_at',
        ...(id === published && { happens_at: 'new_at' }),
      },
    });
    const where = `post_id = '${id}'`;
    await multiply(place, copies, { table: 'post_platform', where, changed: ofPost });
    for (const label of LABELS) {
      await multiply(place, copies, { table: 'post_label', where: `${where} and label = '${label}'`, changed: ofPost });
    }
    const isSqlite = place.url === undefined;
    await multiply(place, copies, {
      ...{ table: 'post_search', where },
      changed: { ...ofPost, ...(isSqlite && { number: 'new_ms * 1024' }) },
    });
    if (id !== published) continue;
    const copied = { id: "'copy-' || new_id", ...ofPost, updated_at: 'new_at', sent_at: 'new_at' };
    await multiply(place, copies, { table: 'post_target', where, changed: copied });
    await multiply(place, copies, {
      ...{ table: 'counter_reading', where: own },
      changed: { target_id: "'copy-' || new_id", published_at: 'new_at', due_at: 'null' },
    });
    await multiply(place, copies, {
      ...{ table: 'ledger_entry', where: `${own} and amount < 0` },
      changed: { id: 'new_id', operation_id: 'new_id', created_at: 'new_at' },
    });
  }
  await multiplyRecords(place, own, workspace, published);
}

async function multiplyRecords(place: Place, own: string, { workspaceId }: Workspace, published: string) {
  const many = makeCopies(LOGGED);
  const [{ seq = 0 } = {}] = await queryDatabase(place, `select max(seq) as seq from activity_log where ${own}`);
  await multiply(place, many, {
    ...{ table: 'activity_log', where: own },
    changed: { id: 'new_id', seq: `${seq} + i`, status: "case when i % 7 = 0 then 'failed' else 'success' end" },
  });
  await queryDatabase(place, `update workspace set log_count = ${Number(seq) + LOGGED} where id = '${workspaceId}'`);
  const [{ number = 0 } = {}] = await queryDatabase(
    place,
    `select max(number) as number from webhook_event where ${own}`,
  );
  await multiply(place, many.slice(0, PUBLISHED), {
    ...{ table: 'webhook_event', where: `${own} and object_id = '${published}'` },
    changed: { id: 'new_id', number: `${number} + i`, body: 'null' },
  });
  await queryDatabase(place, `update webhook_endpoint set position = ${Number(number) + PUBLISHED} where ${own}`);
  await multiply(place, many.slice(0, PUBLISHED), {
    ...{ table: 'webhook_delivery', where: own },
    changed: { id: 'new_id', state: "'delivered'", due_at: 'null', worker_id: 'null' },
  });
  await multiply(place, many.slice(0, STEPS), {
    ...{ table: 'post_event', where: `post_id = '${published}'` },
    changed: { id: 'new_id' },
  });
  const text = "'copy ' || i";
  await multiply(place, many.slice(0, KEYS), {
    ...{ table: 'api_key', where: own },
    changed: { id: 'new_id', name: text, hash: text },
  });
  await multiply(place, many.slice(0, PROFILES), {
    ...{ table: 'profile', where: own },
    changed: { id: 'new_id', name: text, slug: "'copy-' || i", is_default: '0' },
  });
  await multiply(place, many.slice(0, FILES), { table: 'media', where: own, changed: { sha256: text } });
}
