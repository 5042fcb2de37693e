import type { Api, ApiAnswer, ApiCall, FileServer, Stack, WebhookReceiver, Workspace } from '@social/testkit';

/** What the walks call. */
export interface World {
  readonly stack: Stack;
  readonly workspace: Workspace;
  readonly receiver: WebhookReceiver;
  readonly files: FileServer;
  readonly record: Recorder;
}

/** How a call differs from one of the workspace with its key. */
export interface RecordedCall extends ApiCall {
  readonly by?: Api;
  /** A list whose order depends on which network answers first, and the field that it is sorted by. */
  readonly sorted?: readonly [list: string, field: string];
}

/** Calls the API, and keeps the answer under a name. */
export type Recorder = (name: string, method: string, path: string, call?: RecordedCall) => Promise<ApiAnswer>;

/** An answer, as it is compared. */
export interface Recorded {
  readonly name: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const HEADERS = [
  'allow',
  'cache-control',
  'content-disposition',
  'content-type',
  'idempotency-replayed',
  'location',
  'retry-after',
  'www-authenticate',
];

/** Fields that are new since accounts have names, and where they may be. */
const NEW: Readonly<Record<string, RegExp>> = {
  accounts: /^\w+$|^data$/,
  target:
    /^(logs\.\d+\.metadata|events\.\d+|(posts\.\d+\.)?readings\.\d+|accounts\.\d+|posts\.\d+|data|data\.readings\.\d+)$/,
};

/** @param places the addresses that differ in each run, by what to call them */
export function startRecording(api: Api, places: Readonly<Record<string, string>>) {
  const answers: Recorded[] = [];
  const plain = createPlaceholders(places);
  const keep = (name: string, status: number, headers: Headers, body: unknown) =>
    answers.push({
      name,
      status,
      headers: Object.fromEntries(
        HEADERS.flatMap((each) => {
          const value = headers.get(each);
          return value === null ? [] : [[each, plain(value) as string]];
        }),
      ),
      body: plain(isPicture(headers) ? 'a picture' : withoutTargets(body)),
    });
  const record: Recorder = async (name, method, path, { by = api, sorted, ...call } = {}) => {
    const answer = await by(method, path, call);
    const body = sorted ? sortList(answer.body, ...sorted) : answer.body;
    keep(name, answer.status, answer.headers, body);
    return answer;
  };
  return { answers, record, keep };
}

/** Leaves out the last column of a table, which is new. */
function withoutTargets(body: unknown): unknown {
  const isTable = typeof body === 'string' && body.includes(',text,target\r\n');
  return isTable ? body.replace(/,[a-z0-9-]*(?=\r\n)/g, '') : body;
}

const isPicture = (headers: Headers) => headers.get('content-type')?.startsWith('image/') === true;

function sortList(body: ApiAnswer['body'], list: string, field: string): ApiAnswer['body'] {
  const rank = (entry: ApiAnswer['body']) => String(entry[field] ?? '');
  const entries = body[list].toSorted((one: object, other: object) => rank(one).localeCompare(rank(other)));
  return { ...body, [list]: entries };
}

/** Returns a function that replaces ids, times and secrets in a value, and leaves out what is new. */
function createPlaceholders(places: Readonly<Record<string, string>>): (value: unknown) => unknown {
  const seen = new Map<string, string>();
  const counts = new Map<string, number>();
  function name(kind: string, found: string): string {
    const known = seen.get(found);
    if (known !== undefined) return known;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    seen.set(found, `<${kind} ${count}>`);
    return `<${kind} ${count}>`;
  }
  function plainText(text: string): string {
    let plain = text;
    for (const [place, address] of Object.entries(places)) plain = plain.replaceAll(address, `<${place}>`);
    for (const [kind, pattern] of Object.entries(REPLACED))
      plain = plain.replace(pattern, (found) => (ALIKE.has(kind) ? `<${kind}>` : name(kind, found)));
    return plain;
  }
  function plainValue(value: unknown, path: string): unknown {
    if (typeof value === 'string') return plainText(value);
    if (Array.isArray(value)) return value.map((each, index) => plainValue(each, below(path, index)));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(inOrder(value))
        .filter(([key]) => !NEW[key]?.test(path))
        .map(([key, each]) => [
          plainText(key),
          VARYING.has(key) && typeof each === 'number' ? '<number>' : plainValue(each, below(path, key)),
        ]),
    );
  }
  return (value) => plainValue(value, '');
}

/** Sorts the platforms of a charge, which come in the order in which the networks answered. */
function inOrder(value: object): object {
  if (!('breakdown' in value && 'platforms' in value)) return value;
  const { platforms, breakdown } = value as { platforms: string[]; breakdown: Record<string, number> };
  const costs = Object.entries(breakdown).toSorted(([one], [other]) => one.localeCompare(other));
  return { ...value, platforms: platforms.toSorted(), breakdown: Object.fromEntries(costs) };
}

const below = (path: string, key: string | number) => (path === '' ? String(key) : `${path}.${key}`);

const REPLACED = {
  secret: /\b(sk_live_|whsec_)[\w+/=-]+/g,
  id: /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
  time: /\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?/g,
  day: /\d{4}-\d\d-\d\d/g,
  month: /^\d{4}-\d\d$/g,
  port: /(?<=127\.0\.0\.1:)\d+/g,
  preview: /(?<=^…).{4}$/g,
  number: /(?<![\da-f])\d{15,20}(?![\da-f])/g,
  key: /\b3[2-7a-z]{12}\b|(?<=watch\?v=)[\w-]{11}|\bUgk[\w-]{33}|(?<=\/instagram\/p\/)[\w-]+/g,
};

/** Kinds whose values are not told apart: two networks may give posts of one instant the same number. */
const ALIKE = new Set(['time', 'day', 'month', 'number']);

/** Numbers that differ in each run. */
const VARYING = new Set(['milliseconds']);
