import { uniqueText, useStack } from '@social/testkit';
import { describe, expect, test } from 'vitest';
import { startTimer } from '../../src/run/start-timer.ts';

// The server respects the end of a rate limit if it is plausible, and passes it on to the caller.
const { workspace, proxy } = useStack({ connect: ['microblog'], proxied: ['microblog'] });

type LimitHeaders = Readonly<Record<string, string>>;

/** The network refuses so many calls with these headers. */
function limit(headers: () => LimitHeaders, times = Number.POSITIVE_INFINITY): void {
  let left = times;
  proxy.intercept = () => {
    left -= 1;
    return left < 0 ? undefined : { status: 429, headers: headers(), body: '{"title":"Too Many Requests"}' };
  };
}

async function publish() {
  const before = proxy.exchanges.length;
  const body = { text: uniqueText('Limited'), platforms: ['microblog'] };
  const answer = await workspace.publish(body);
  return { result: answer.body.platformResults.microblog, calls: proxy.exchanges.slice(before) };
}

const HOUR_MS = 3_600_000;
const httpDate = (inMs: number) => new Date(Date.now() + inMs).toUTCString();
const epoch = (inMs: number) => String(Math.floor((Date.now() + inMs) / 1000));

/** Milliseconds until the instant that a message names: `14:05 UTC` is the next one, `14:05 UTC on 21 Nov` a day later. */
function namedWait(message: string): number {
  const [, time, day] = /until (\d\d:\d\d) UTC( on \d+ \w+)?$/.exec(message) ?? [];
  const now = Date.now();
  const today = Date.parse(`${new Date(now).toISOString().slice(0, 10)}T${time}Z`);
  if (day !== undefined) expect(day).toContain(` ${new Date(now + 24 * HOUR_MS + 60_000).getUTCDate()} `);
  const next = today < now - 60_000 ? today + 24 * HOUR_MS : today;
  return next - now + (day !== undefined && next - now < HOUR_MS ? 24 * HOUR_MS : 0);
}

describe('a publish that the network limits', () => {
  test.each<[string, () => LimitHeaders, number]>([
    ['seconds', () => ({ 'retry-after': '3600' }), HOUR_MS],
    ['a date', () => ({ 'retry-after': httpDate(HOUR_MS) }), HOUR_MS],
    ['the end of the window', () => ({ 'x-rate-limit-reset': epoch(HOUR_MS) }), HOUR_MS],
    ['both, the window ending later', () => ({ 'retry-after': '60', 'x-rate-limit-reset': epoch(HOUR_MS) }), HOUR_MS],
    ['both, the wait being longer', () => ({ 'retry-after': '3600', 'x-rate-limit-reset': epoch(60_000) }), HOUR_MS],
    ['both, one being over', () => ({ 'retry-after': '3600', 'x-rate-limit-reset': epoch(-60_000) }), HOUR_MS],
    [
      'the used up day of the account',
      () => ({ 'x-user-limit-24hour-reset': epoch(HOUR_MS), 'x-user-limit-24hour-remaining': '0' }),
      HOUR_MS,
    ],
    ['seconds in place of an instant', () => ({ 'x-rate-limit-reset': '3600' }), HOUR_MS],
  ])('by %s is sent once, and its result names the end of the limit', async (_name, headers, waitMs) => {
    limit(headers);
    const { result, calls } = await publish();
    expect(result).toMatchObject({
      ok: false,
      state: 'failed',
      code: 'network_rate_limited',
      retryable: true,
      credits: 0,
    });
    expect(Math.abs(namedWait(result.error) - waitMs)).toBeLessThanOrEqual(90_000);
    expect(calls).toHaveLength(1);
  });

  test.each<[string, () => LimitHeaders]>([
    ['seconds', () => ({ 'retry-after': String(400 * 24 * 3600) })],
    ['the end of a window', () => ({ 'x-rate-limit-reset': epoch(400 * 24 * HOUR_MS) })],
  ])('for more than a month by %s says so for 31 days', async (_name, headers) => {
    limit(headers);
    const day = () => {
      const inAMonth = new Date(Date.now() + 31 * 24 * HOUR_MS + 60_000);
      return inAMonth.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
    };
    const before = day();
    const { result } = await publish();
    expect([before, day()]).toContain(/UTC on (.+)$/.exec(result.error)?.[1]);
  });

  test.each<[string, LimitHeaders]>([
    ['nothing', {}],
    ['words', { 'retry-after': 'soon' }],
    ['a negative number', { 'retry-after': '-30' }],
    ['a date that is over', { 'retry-after': httpDate(-HOUR_MS) }],
    ['a window that is over', { 'x-rate-limit-reset': epoch(-HOUR_MS) }],
    ['an instant that is over', { 'retry-after': '1000000000' }],
    ['no number', { 'x-rate-limit-reset': 'NaN', 'retry-after': 'Infinity' }],
  ])('with %s about the end is not retried at once', async (_name, headers) => {
    limit(() => headers);
    const { result, calls } = await publish();
    expect(result).toMatchObject({ ok: false, state: 'failed', code: 'network_rate_limited', retryable: true });
    expect(result.error).toMatch(/try again later$/);
    expect(calls).toHaveLength(1);
  });

  test.each<[string, () => LimitHeaders]>([
    ['seconds', () => ({ 'retry-after': '1' })],
    ['the end of the window', () => ({ 'x-rate-limit-reset': String(Math.ceil(Date.now() / 1000) + 1) })],
  ])('for a moment by %s waits until its end, and goes out once', async (_name, headers) => {
    let isOver = () => false;
    limit(() => {
      isOver = startTimer(990);
      return headers();
    }, 1);
    const { result, calls } = await publish();
    expect(isOver()).toBe(true);
    expect(result).toMatchObject({ ok: true, state: 'published', credits: 3 });
    expect(calls.map(({ status }) => status)).toEqual([429, 201]);
  });
});

test('an action or a read that the network limits answers 429 with the wait', async () => {
  limit(() => ({ 'x-rate-limit-reset': epoch(HOUR_MS) }));
  const like = await workspace.api('POST', '/api/v1/microblog/like', { body: { mpost_id: '1990000000000000002' } });
  const read = await workspace.api('GET', '/api/v1/microblog/timeline');
  for (const { status, body, headers } of [like, read]) {
    expect([status, body.code]).toEqual([429, 'network_rate_limited']);
    expect(Math.abs(Number(headers.get('retry-after')) - 3600)).toBeLessThanOrEqual(10);
  }
});
