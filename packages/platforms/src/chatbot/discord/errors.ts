import type { ErrorRule, Problem } from '../../http/error-rules.ts';
import { asRecord, asString, type JsonObject } from '../../http/lossless-json.ts';
import type { NetworkDialect } from '../../http/network-client.ts';
import { forbidden, invalid, limited, notFound, reconnect, refusedFile, sunset } from '../../meanings.ts';

const MAX_DEPTH = 6;
const RECONNECT = 'create a new one in the settings of the channel, disconnect chatbot, and connect the new one';

/** Refusals about threads and the posts of forums. */
const THREADS: readonly ErrorRule[] = [
  {
    upstreamCode: '220001',
    ...invalid('the channel is a forum at Discord; give threadName for a new post, or threadId for one that is there'),
  },
  {
    upstreamCode: '220002',
    ...invalid('Discord takes threadName for a new post in a forum, or threadId for one that is there; leave one out'),
  },
  {
    upstreamCode: '220003',
    ...invalid('the channel is no forum at Discord, and only forums take new posts; leave out threadName and tagIds'),
  },
  {
    upstreamCode: '220004',
    ...forbidden('Discord does not let this webhook post in forums; connect one that was made for the forum'),
  },
  { upstreamCode: '40066', ...invalid('the forum has no tags that a webhook may set; leave out tagIds') },
  { upstreamCode: '40067', ...invalid('the forum wants a tag for each new post; give tagIds') },
  { upstreamCode: '10087', ...invalid('the forum has no tag with one of these tagIds; check them') },
  { upstreamCode: '160005', ...forbidden('the thread is locked at Discord; unlock it, or choose another thread') },
];

/** Meanings of Discord's refusals, by its codes. @see https://discord.com/developers/docs/topics/opcodes-and-status-codes */
const RULES: readonly ErrorRule[] = [
  { upstreamCode: '10015', ...reconnect(`the webhook was deleted at Discord; ${RECONNECT}`) },
  { upstreamCode: '50027', ...reconnect(`Discord no longer accepts this webhook; ${RECONNECT}`) },
  { status: 401, ...reconnect(`Discord no longer accepts this webhook; ${RECONNECT}`) },
  { upstreamCode: '10008', ...notFound('the channel no longer has this message of the webhook') },
  {
    upstreamCode: '10003',
    ...notFound(
      'Discord knows no such channel or thread; check threadId, or disconnect chatbot and connect a webhook of another channel',
    ),
  },
  ...THREADS,
  {
    upstreamCode: 'BASE_TYPE_MAX_LENGTH',
    ...invalid('Discord counts this text as too long; shorten it to 2000 characters'),
  },
  { upstreamCode: '50006', ...invalid('Discord shows nothing of this text; write some visible characters') },
  {
    upstreamCode: '40005',
    ...refusedFile('the files are too large for the channel; each may have 10 MB, unless its server was boosted'),
  },
  { status: 413, ...refusedFile('the files are too large for Discord; send fewer or smaller ones') },
  {
    upstreamCode: '50041',
    ...sunset("Discord switched off this version of its programming interface; update this server's software"),
  },
  {
    status: 403,
    ...forbidden('Discord does not let the webhook do this; check the permissions of the channel'),
  },
  { status: 404, ...notFound('Discord does not have this webhook or message') },
  { status: 429, ...limited('Discord is rate limiting this webhook or its channel') },
];

export const discordDialect: NetworkDialect = { platform: 'chatbot', rules: RULES, readProblem };

function readProblem(status: number, body: JsonObject | null): Problem {
  const first = firstError(body?.['errors']);
  const code = body?.['code'];
  const isTooLong = asString(first?.['code']) === 'BASE_TYPE_MAX_LENGTH' && asRecord(body?.['errors'])?.['content'];
  return {
    status,
    upstreamCode: isTooLong ? 'BASE_TYPE_MAX_LENGTH' : typeof code === 'number' ? String(code) : null,
    detail: asString(first?.['message']) ?? asString(body?.['message']),
  };
}

/** The first error of a field, nested as deeply as the field is. */
function firstError(errors: unknown, depth = 0): JsonObject | null {
  const record = Array.isArray(errors) ? null : asRecord(errors);
  if (!record || depth > MAX_DEPTH) return null;
  const own = record['_errors'];
  if (Array.isArray(own)) return asRecord(own[0]);
  for (const nested of Object.values(record)) {
    const found = firstError(nested, depth + 1);
    if (found) return found;
  }
  return null;
}
