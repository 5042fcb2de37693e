import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { uniqueText, useStack } from '@social/testkit';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

const { stack, workspace, clock } = useStack({ clock: true, connect: ['bluesky'] });

const ADDRESS = '/api/v1/counters.csv?month=2027-02';
/** Several pages of the database, and more bytes than the sockets of a connection hold. */
const ROWS = 8_000;
let from = 0;

beforeAll(async () => {
  clock.set('2027-02-27T10:00:00.000Z');
  const { id } = (
    await workspace.publish({ text: `${'🎉'.repeat(200)} ${uniqueText('long')}`, platforms: ['bluesky'] })
  ).body;
  await workspace.api('GET', `/api/v1/posts/${id}/counters`);
  await stack.query(`update post_target set url = '${'x'.repeat(1_000)}' where post_id = '${id}'`);
  await multiply('post_target', { id: "id || '-' || i", part: '1 + i' });
  await multiply('counter_reading', {
    target_id: "target_id || '-' || i",
    published_at: "printf('2027-02-28T%02d:%02d:%02d.000Z', i / 3600, i / 60 % 60, i % 60)",
  });
});

/** Copies the only row of a table. @param changed columns that differ, as SQL of the number `i` of a copy */
async function multiply(table: string, changed: Readonly<Record<string, string>>): Promise<void> {
  const [row = {}] = await stack.query(`select * from ${table}`);
  const columns = Object.keys(row);
  const values = columns.map((column) => changed[column] ?? column);
  await stack.query(`insert into ${table} (${columns.join(', ')})
    with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < ${ROWS})
    select ${values.join(', ')} from ${table}, numbers`);
}

/** Makes the reading of a copy one that cannot be read. */
const breakReading = (number: number) =>
  stack.query(`update counter_reading set counters = '{' where target_id like '%-${number}'`);

beforeEach(() => {
  from = stack.log.length;
});

afterEach(async () => {
  await stack.query(`update counter_reading set counters = '[]' where counters = '{'`);
});

/** Lines about exports since the last call, once there is one about a request. */
async function logged(): Promise<{ errors: object[]; request: object }> {
  const lines = () => stack.log.slice(from).map((line) => JSON.parse(line));
  const isExport = ({ msg, operation }: { msg: string; operation?: string }) =>
    msg === 'request' && operation === 'exportCounters';
  await expect.poll(() => lines().filter(isExport)).toHaveLength(1);
  const all = lines();
  from = stack.log.length;
  return { errors: all.filter(({ level }) => level >= 50), request: all.find(isExport) };
}

/** Number of exports with a status that the metrics count. */
async function counted(status: number): Promise<number> {
  const { text } = await stack.anonymous('GET', '/metrics');
  return Number(text.match(`http_requests_total{operation="exportCounters",status="${status}"} (\\d+)`)?.[1] ?? 0);
}

const headersOf = () => ({ authorization: `Bearer ${workspace.apiKey}` });

/** Asks for the export and reads nothing of it. */
function open(): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(`${stack.url}${ADDRESS}`, { headers: headersOf(), agent: false }, resolve).once('error', reject);
  });
}

const askHead = () => fetch(`${stack.url}${ADDRESS}`, { method: 'HEAD', headers: headersOf() });

test('an export with many rows is whole, and says by a mark at its beginning that it is UTF-8', async () => {
  const answer = await open();
  const bytes = await buffer(answer);
  expect([answer.statusCode, bytes.toString().split('\r\n').length]).toEqual([200, ROWS + 3]);
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(await logged()).toMatchObject({ errors: [], request: { status: 200 } });
});

test('an export that fails before its first line is answered with an error, as HEAD is', async () => {
  await breakReading(1);
  const { status, body } = await workspace.api('GET', ADDRESS);
  expect([status, body.code]).toEqual([500, 'internal_error']);
  const { errors, request } = await logged();
  expect(errors).toMatchObject([{ requestId: body.requestId, code: 'internal_error' }]);
  expect(request).toMatchObject({ requestId: body.requestId, status: 500 });
  expect((await askHead()).status).toBe(500);
  expect(await logged()).toMatchObject({ request: { method: 'HEAD', status: 500 } });
});

test('an export that fails later is cut, logged with its cause, and counted as failed', async () => {
  await breakReading(ROWS);
  const failures = await counted(500);
  const answer = await open();
  expect(answer.statusCode).toBe(200);
  await expect(buffer(answer)).rejects.toThrow('aborted');
  const { errors, request } = await logged();
  const requestId = answer.headers['x-request-id'];
  expect(errors).toMatchObject([
    { requestId, code: 'internal_error', err: { message: expect.stringMatching(/JSON/) } },
  ]);
  expect(request).toMatchObject({ requestId, status: 500 });
  expect(await counted(500)).toBe(failures + 1);
});

test('a client that leaves ends the reading, which is no error', async () => {
  await breakReading(ROWS);
  const answer = await open();
  answer.once('error', () => undefined);
  answer.destroy();
  const { errors, request } = await logged();
  expect([errors, request]).toMatchObject([[], { status: 200 }]);
});

test('HEAD gets the status, and ends the reading', async () => {
  const { status, headers } = await askHead();
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(await logged()).toMatchObject({ errors: [], request: { method: 'HEAD', status: 200 } });
});
