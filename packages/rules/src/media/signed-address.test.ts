import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signedAddressEnd } from './signed-address.ts';

const END = Date.UTC(2026, 10, 20, 15, 30);
const SECONDS = String(END / 1000);
const HEX = (END / 1000).toString(16);
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (claims: object) => `${base64url({ alg: 'HS256', typ: 'JWT' })}.${base64url(claims)}.c2lnbmF0dXJl`;
const policy = Buffer.from(
  `{"Statement":[{"Resource":"https://d111.cloudfront.net/*","Condition":{"DateGreaterThan":{"AWS:EpochTime":1700000000},"DateLessThan":{"AWS:EpochTime":${SECONDS}}}}]}`,
);
const cloudFront = policy.toString('base64').replaceAll('+', '-').replaceAll('=', '_').replaceAll('/', '~');

const SIGNED: Readonly<Record<string, string>> = {
  'OpenStack Swift': `https://o.example/v1/AUTH_a/b/a.png?temp_url_sig=da39a3ee&temp_url_expires=${SECONDS}`,
  'OpenStack Swift with a date':
    'https://o.example/v1/AUTH_a/b/a.png?temp_url_sig=da39a3ee&temp_url_expires=2026-11-20T15:30:00Z',
  'Tencent COS': `https://b.cos.ap-paris.myqcloud.com/a.png?q-sign-algorithm=sha1&q-sign-time=1700000000;${SECONDS}`,
  'AWS SigV4':
    'https://b.s3.eu-central-1.amazonaws.com/a%20b.png?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAEXAMPLE%2F20261120%2Feu-central-1%2Fs3%2Faws4_request&X-Amz-Date=20261120T143000Z&X-Amz-Expires=3600&X-Amz-SignedHeaders=host&X-Amz-Signature=0a1b',
  'AWS SigV4 in lower case':
    'https://r2.example/a.png?x-amz-date=20261120T143000Z&x-amz-expires=3600&x-amz-signature=0a1b',
  'AWS SigV2': `https://s3.amazonaws.com/b/a.png?AWSAccessKeyId=AKIAEXAMPLE&Expires=${SECONDS}&Signature=vjbyPxybdZaNmGa%2ByT272YEAiv4%3D`,
  'CloudFront, canned': `https://d111.cloudfront.net/a.png?Expires=${SECONDS}&Signature=nitfHRCrtziwO2HwPfWw~yYDhUF5&Key-Pair-Id=K2JCJMDEHXQW5F`,
  'CloudFront, custom': `https://d111.cloudfront.net/a.png?Policy=${cloudFront}&Signature=nitfHRC&Key-Pair-Id=K2JCJMDEHXQW5F`,
  'Google V4':
    'https://storage.googleapis.com/b/a.png?X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Credential=x%40y.iam&X-Goog-Date=20261120T143000Z&X-Goog-Expires=3600&X-Goog-SignedHeaders=host&X-Goog-Signature=24',
  'Google V2': `https://storage.googleapis.com/b/a.png?GoogleAccessId=x%40y.iam&Expires=${SECONDS}&Signature=abc`,
  'Azure SAS':
    'https://a.blob.core.windows.net/c/a.png?sp=r&st=2026-11-20T07:30:00Z&se=2026-11-20T15:30:00Z&spr=https&sv=2024-11-04&sr=b&sig=Zx%2Bk%3D',
  'Azure SAS, encoded, without seconds':
    'https://a.blob.core.windows.net/c/a.png?sv=2024-11-04&se=2026-11-20T15%3A30Z&sr=b&sp=r&sig=Zx%2Bk%3D',
  'Alibaba V4':
    'https://b.oss-cn-hangzhou.aliyuncs.com/a.png?x-oss-signature-version=OSS4-HMAC-SHA256&x-oss-date=20261120T143000Z&x-oss-expires=3600&x-oss-signature=77',
  Discord: `https://cdn.discordapp.com/attachments/1/2/a.png?ex=${HEX}&is=${(END / 1000 - 86_400).toString(16)}&hm=0f0e&`,
  Instagram: `https://scontent-fra5-1.cdninstagram.com/v/t51.2885-15/a.jpg?_nc_ht=scontent&oh=00_AfB&oe=${HEX.toUpperCase()}&_nc_sid=8b3546`,
  TikTok: `https://p16-sign.tiktokcdn-us.com/a.jpeg?x-expires=${SECONDS}&x-signature=q1%3D`,
  LinkedIn: `https://media.licdn.com/dms/image/v2/D4/a.jpg?e=${SECONDS}&v=beta&t=abc`,
  GitHub: `https://private-user-images.githubusercontent.com/1/2.png?jwt=${jwt({ iss: 'github.com', exp: END / 1000, path: '/1/2.png' })}`,
  Supabase: `https://x.supabase.co/storage/v1/object/sign/b/a.png?token=${jwt({ url: 'b/a.png', iat: 1, exp: END / 1000 })}`,
  Akamai: `https://vod.example/a.mp4?hdnts=st=1795184000~exp=${SECONDS}~acl=/*~hmac=0a`,
};

describe('the end of a signed address', () => {
  test.each(Object.entries(SIGNED))('is read from the form of %s', (_, url) => {
    expect(signedAddressEnd(url)).toBe(END);
  });

  test('is that of a whole day in the form of Azure', () => {
    expect(signedAddressEnd('https://a.blob.core.windows.net/c/a.png?se=2026-11-20&sig=x')).toBe(
      Date.UTC(2026, 10, 20),
    );
  });

  test('is the first of several', () => {
    expect(signedAddressEnd(`https://a.example/a.png?Expires=${SECONDS}&exp=1795184000`)).toBe(1_795_184_000_000);
  });

  test.each([
    'https://a.example/a.png',
    'https://a.example/a.png?v=1795185000',
    'https://a.example/a.png?expires=3600',
    'https://a.example/a.png?expires=never',
    'https://a.example/a.png?e=9999999999',
    'https://a.example/a.png?e=0000000001',
    `https://a.example/a.png?ex=${HEX}`,
    `https://a.example/a.png?oe=${HEX}`,
    'https://a.example/a.png?se=2026-11-20',
    'https://a.example/a.png?se=tomorrow&sig=x',
    'https://a.example/a.png?X-Amz-Date=20261120T143000Z',
    'https://a.example/a.png?X-Amz-Date=yesterday&X-Amz-Expires=3600',
    'https://a.example/a.png?token=8ac2b1f0-0000-4000-8000-000000000000',
    `https://a.example/a.png?token=${jwt({ sub: 'no end' })}`,
    'https://a.example/a.png?jwt=a.bnVsbA.c',
    'https://a.example/a.png?Policy=%00',
    'https://a.example/#?Expires=1795185000',
    'not an address',
  ])('is unknown for %s', (url) => {
    expect(signedAddressEnd(url)).toBeNull();
  });

  test('is an instant or unknown, whatever the query has', () => {
    const names = 'X-Amz-Date X-Amz-Expires Expires exp e ex hm oe oh se sig jwt token Policy hdnts'.split(' ');
    const value = fc.oneof(fc.string(), fc.integer({ min: 0 }).map(String), fc.base64String());
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), value), (query) => {
        const end = signedAddressEnd(`https://a.example/?${new URLSearchParams(query)}`);
        expect(end === null || Number.isInteger(end)).toBe(true);
      }),
    );
  });
});
