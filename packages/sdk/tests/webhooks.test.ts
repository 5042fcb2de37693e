import { createHmac, randomBytes } from 'node:crypto';
import { signWebhook, verifyWebhook, WebhookVerificationError } from '@social/sdk/webhooks';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const secret = newSecret();
const event = { id: 'event', type: 'credits.low', timestamp: '2026-11-20T14:02:12.310Z', number: 41, data: { a: 'ü' } };
const body = JSON.stringify(event);

/** Signs as the reference implementation does. */
function headersOf(text = body, by = secret, at = new Date()): Record<string, string> {
  return {
    'webhook-id': 'event',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(by).sign('event', at, text),
  };
}

const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'accepted',
    (error: unknown) => {
      expect(error).toBeInstanceOf(WebhookVerificationError);
      return (error as WebhookVerificationError).code;
    },
  );

describe('a request that the reference implementation has signed', () => {
  it.each([
    ['text', body],
    ['bytes', new TextEncoder().encode(body)],
    ['a buffer', new TextEncoder().encode(body).buffer],
    ['a part of a buffer', Buffer.from(`xx${body}`).subarray(2)],
  ])('is accepted as %s', async (_, given) => {
    expect(await verifyWebhook(given as Uint8Array, headersOf(), secret)).toEqual(event);
  });

  it.each([
    ['Headers', new Headers(headersOf())],
    ['a map', new Map(Object.entries(headersOf()))],
    ['upper case', Object.fromEntries(Object.entries(headersOf()).map(([name, value]) => [name.toUpperCase(), value]))],
  ])('is accepted with %s', async (_, headers) => {
    expect(await verifyWebhook(body, headers as Headers, secret)).toEqual(event);
  });

  it('is accepted when one of several signatures fits, whatever the others are', async () => {
    const headers = headersOf();
    const fitting = headers['webhook-signature'];
    headers['webhook-signature'] =
      `v2,abc v1,%% v1, ${headersOf(body, newSecret())['webhook-signature']} ${fitting} v1a,x`;
    expect(await verifyWebhook(body, headers, secret)).toEqual(event);
  });

  it('is accepted by one of several secrets', async () => {
    expect(await verifyWebhook(body, headersOf(), [newSecret(), secret])).toEqual(event);
  });

  it.each([`${secret}\n`, ` ${secret}`, `${secret.slice(0, 20)}\r\n${secret.slice(20)}`, secret.slice(6)])(
    'is accepted by a secret that was pasted as %j',
    async (pasted) => expect(await verifyWebhook(body, headersOf(), pasted)).toEqual(event),
  );

  it('is accepted four minutes early or late, and refused six', async () => {
    const at = (minutes: number) => headersOf(body, secret, new Date(Date.now() + minutes * 60_000));
    expect(await verifyWebhook(body, at(4), secret)).toEqual(event);
    expect(await verifyWebhook(body, at(-4), secret)).toEqual(event);
    expect(await codeOf(verifyWebhook(body, at(6), secret))).toBe('too_new');
    expect(await codeOf(verifyWebhook(body, at(-6), secret))).toBe('too_old');
    expect(await verifyWebhook(body, at(-6), secret, { toleranceSeconds: 600 })).toEqual(event);
  });
});

describe('a request is refused', () => {
  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('without %s', async (name) => {
    const headers = { ...headersOf(), [name]: undefined };
    expect(await codeOf(verifyWebhook(body, headers, secret))).toBe('missing_header');
    expect(await codeOf(verifyWebhook(body, { ...headersOf(), [name]: '' }, secret))).toBe('missing_header');
  });

  it.each([
    ['another body', body.replace('41', '42'), {}],
    ['a body written anew', JSON.stringify(event, null, 1), {}],
    ['another id', body, { 'webhook-id': 'other' }],
    ['another time', body, { 'webhook-timestamp': String(Math.floor(Date.now() / 1_000) - 100) }],
    ['no signature that it knows', body, { 'webhook-signature': 'v2,abc' }],
    ['a broken signature', body, { 'webhook-signature': 'v1,====' }],
    ['a shortened signature', body, { 'webhook-signature': headersOf()['webhook-signature']?.slice(0, -8) }],
  ])('with %s', async (_, text, changes) => {
    expect(await codeOf(verifyWebhook(text, { ...headersOf(), ...changes }, secret))).toBe('wrong_signature');
  });

  it.each(['soon', '', '-1', '1e9', '99999999999999', '1790000000.5', ' 1'])('with the time %j', async (time) => {
    const code = await codeOf(verifyWebhook(body, { ...headersOf(), 'webhook-timestamp': time }, secret));
    expect(code).toBe(time === '' ? 'missing_header' : 'invalid_timestamp');
  });

  it.each([[''], ['whsec_'], ['whsec_ä'], ['sk_live_sp_abc'], [[]], [undefined]])(
    'with the secret %j',
    async (given) => {
      expect(await codeOf(verifyWebhook(body, headersOf(), given as string))).toBe('invalid_secret');
    },
  );

  it.each(['', 'null', '[]x', '"text"', '{"id":1}'])('with the signed body %j', async (text) => {
    expect(await codeOf(verifyWebhook(text, headersOf(text), secret))).toBe('invalid_body');
  });
});

it('signs so that both verifiers accept it', async () => {
  const headers = await signWebhook(body, secret, { id: 'event' });
  expect(new Webhook(secret).verify(body, headers)).toEqual(event);
  expect(await verifyWebhook(body, headers, secret)).toEqual(event);
  expect(await codeOf(signWebhook(body, 'secret!', { id: 'event' }))).toBe('invalid_secret');
});

it('signs as the specification says', async () => {
  const headers = headersOf();
  const key = Buffer.from(secret.slice(6), 'base64');
  const signed = `event.${headers['webhook-timestamp']}.${body}`;
  const own = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  expect(own).toBe(headers['webhook-signature']);
});
