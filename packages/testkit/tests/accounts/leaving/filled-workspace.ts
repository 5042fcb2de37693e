import { type DatabaseRow, type Stack, samplePng, uniqueText, type Workspace } from '@social/testkit';
import { expect, vi } from 'vitest';
import { addPerson, invite } from '../../members/people.ts';

/** Each look reads every table. */
const FILLED = { timeout: 20_000, interval: 200 };
/** Nothing listens there. */
const RECEIVER = 'http://127.0.0.1:9/';
const SCHEDULED_FOR = '2099-01-01T00:00:00Z';

/** Lists the tables that say of each row to which workspace it belongs. */
export async function tablesOfWorkspaces(stack: Stack): Promise<string[]> {
  const catalogue =
    stack.databaseUrl === undefined
      ? `select tables.name as name from sqlite_schema as tables, pragma_table_info(tables.name) as columns
          where tables.type = 'table' and columns.name = 'workspace_id'`
      : `select table_name as name from information_schema.columns
          where table_schema = 'public' and column_name = 'workspace_id'`;
  return (await stack.query(catalogue)).map(({ name }) => String(name)).sort();
}

/** Reads all rows of a workspace, by table. */
export async function rowsOf(stack: Stack, { workspaceId }: Workspace): Promise<Map<string, DatabaseRow[]>> {
  const found = new Map<string, DatabaseRow[]>();
  for (const table of await tablesOfWorkspaces(stack)) {
    const rows = await stack.query(`select * from "${table}" where workspace_id = '${workspaceId}'`);
    found.set(
      table,
      rows.map((row) => ({ ...row })),
    );
  }
  return found;
}

/** Tables whose rows the jobs of the server go on changing. */
const MOVING = ['mail', 'webhook_delivery', 'webhook_endpoint'];

/** Reads the rows of a workspace that only its own calls change, and the number of the others, once every event has its deliveries. */
export async function steadyRowsOf(stack: Stack, workspace: Workspace): Promise<unknown[]> {
  const undelivered = `select 1 from webhook_event as event where workspace_id = '${workspace.workspaceId}' and (body is null
    or not exists (select 1 from webhook_delivery as delivery where delivery.event_id = event.id))`;
  await expect.poll(async () => (await stack.query(undelivered)).length).toBe(0);
  await expect.poll(async () => (await stack.query('select 1 from search_queue')).length).toBe(0);
  return [...(await rowsOf(stack, workspace))].map(([table, rows]) => [
    table,
    MOVING.includes(table) ? rows.length : rows.map(withoutPicture),
  ]);
}

/** A picture that comes late changes the row of its connection. */
function withoutPicture(row: DatabaseRow): DatabaseRow {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !column.startsWith('picture_')));
}

/** Makes a workspace with at least one row in every table that has rows of workspaces, and a file. */
export async function createFilledWorkspace(
  stack: Stack,
): Promise<Workspace & { readonly secrets: readonly string[] }> {
  const workspace = await stack.createWorkspace({ connect: ['profnet', 'microblog'] });
  const { api } = workspace;
  const browser = await workspace.browser();
  const made = async (method: string, path: string, body: object, headers = {}) => {
    const answer = await api(method, path, { body, headers });
    expect([path, answer.status, answer.text]).toEqual([path, expect.toSatisfy((status) => status < 300), answer.text]);
    return answer.body;
  };
  const { profile } = await made('POST', '/api/profiles', { name: uniqueText('brand') });
  await made('POST', '/api/webhook-endpoints', { url: RECEIVER });
  await browser.visit('PATCH', '/api/account/mail', { body: { kinds: ['post.failed'] } });
  await browser.visit('POST', '/api/account/mail/confirmation');
  const person = await addPerson(stack.url, workspace, 'writer');
  await invite(workspace, { role: 'editor' });
  // A sign-in of a command that was approved and has not fetched its key, and a connection that was begun.
  const device = (await stack.anonymous('POST', '/api/command/device', { body: { machine: 'desk' } })).body;
  await browser.visit('POST', '/api/command/device/approve', { body: { userCode: device.userCode } });
  await browser.authorize('video');
  await stack.anonymous('POST', '/api/account/password/forgot', { body: { email: person.email } });
  const upload = await api('POST', '/api/v1/media', {
    body: samplePng(Math.floor(Math.random() * 250)),
    headers: { 'content-type': 'image/png' },
  });
  expect(upload.status).toBe(201);
  const post = { text: uniqueText('Published'), platforms: ['profnet'] };
  const published = await made('POST', '/api/v1/posts', post, { 'idempotency-key': uniqueText('key') });
  await made('POST', `/api/v1/posts/${published.id}/unpublish`, {});
  const pictured = {
    ...post,
    text: uniqueText('Scheduled'),
    mediaUrls: [upload.body.url],
    scheduledFor: SCHEDULED_FOR,
  };
  await made('POST', '/api/v1/posts', pictured);
  const counted = await made('POST', '/api/v1/posts', {
    ...{ text: uniqueText('Counted'), platforms: ['microblog'], labels: ['launch'] },
  });
  await made('POST', `/api/v1/posts/${counted.id}/counters`, {});
  await made('PUT', '/api/views', { views: [{ name: 'Launch', filters: { label: 'launch' } }] });
  await made('POST', '/api/v1/drafts', { text: uniqueText('Draft'), platforms: ['profnet'] });
  const { body: timeline } = await api('GET', '/api/v1/microblog/timeline');
  expect(timeline).toBeDefined();
  await vi.waitFor(async () => {
    const rows = await rowsOf(stack, workspace);
    const empty = [...rows].filter(([, found]) => found.length === 0).map(([table]) => table);
    expect(empty).toEqual([]);
  }, FILLED);
  return {
    ...workspace,
    secrets: [workspace.workspaceId, workspace.email, profile.id, person.id, person.email, published.id],
  };
}
