import { readConfig } from '@social/server';
import { expect, test } from 'vitest';

const STORE = 'SOCIAL_MEDIA_STORE';
const AWS_KEYS = { AWS_ACCESS_KEY_ID: 'the-key-id', AWS_SECRET_ACCESS_KEY: 'the-secret' };
const CONTAINER = 'AWS_CONTAINER_CREDENTIALS_FULL_URI';
const TOKEN = 'AWS_CONTAINER_AUTHORIZATION_TOKEN';

test.each([
  'https://bucket.s3.amazonaws.com',
  's3://',
  's3://UPPER/x?region=a',
  's3://the-key-id:the-secret@bucket?region=a',
  's3://bucket/a b?region=a',
  's3://bucket/a//b?region=a',
  's3://bucket',
  's3://bucket?region=a b',
  's3://bucket?region=a&regoin=b',
  's3://bucket?region=a&region=b',
  's3://bucket?region=a&public=maybe',
  's3://bucket?region=a&endpoint=',
  's3://bucket?region=a&endpoint=storage.example',
  's3://bucket?region=a&endpoint=https://storage.example/path',
  's3://bucket?region=a&endpoint=https://the-key-id:the-secret@storage.example',
  's3://bucket?region=a&endpoint=http://storage.example',
])('refuses the place %s', (place) => {
  const message = messageOf({ [STORE]: place, ...AWS_KEYS });
  expect(message).toMatch(/^SOCIAL_MEDIA_STORE: [^\n]{10,}$/);
  expect(message).not.toContain('the-secret');
});

test.each([
  [STORE, {}, AWS_KEYS],
  ['AWS_SECRET_ACCESS_KEY', { AWS_ACCESS_KEY_ID: 'a' }, AWS_KEYS],
  ['AWS_ACCESS_KEY_ID', { AWS_SECRET_ACCESS_KEY: 'a' }, AWS_KEYS],
  ['AWS_PROFILE', { AWS_PROFILE: 'a' }, AWS_KEYS],
  ['AWS_WEB_IDENTITY_TOKEN_FILE', { AWS_WEB_IDENTITY_TOKEN_FILE: '/a', AWS_ROLE_ARN: 'a' }, AWS_KEYS],
  ['AWS_CONTAINER_CREDENTIALS_RELATIVE_URI', { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: '/a' }, AWS_KEYS],
  [CONTAINER, { [CONTAINER]: 'http://keys.example/a' }, { [CONTAINER]: 'http://169.254.170.2/a' }],
  [TOKEN, { [CONTAINER]: 'https://keys.example', [TOKEN]: 'a', [`${TOKEN}_FILE`]: '/a' }, { [TOKEN]: '' }],
  ['AWS_ENDPOINT_URL', { AWS_ENDPOINT_URL: 'https://storage.example', ...AWS_KEYS }, { AWS_ENDPOINT_URL: '' }],
])('refuses keys that it cannot use, naming %s, and takes what the message asks for', (name, env, fixed) => {
  const place = { [STORE]: 's3://bucket?region=a' };
  expect(messageOf({ ...place, ...env })).toMatch(new RegExp(`^${name}: [^\\n]{10,}$`));
  expect(messageOf({ ...place, ...env, ...fixed })).toBeNull();
  expect(messageOf(env)).toBeNull();
});

test.each([
  ['https://storage.example.org', true],
  ['https://93.184.216.34', true],
  ['https://storage.internal', false],
  ['https://storage', false],
  ['https://10.0.0.5', false],
  ['http://127.0.0.1:9000', false],
])('networks fetch from the storage at %s unless the setting says otherwise: %s', (endpoint, isPublic) => {
  const readPlace = (more: string) =>
    readConfig({ [STORE]: `s3://bucket/a/b/?endpoint=${endpoint}${more}`, AWS_REGION: 'a', ...AWS_KEYS }).mediaStore;
  expect(readPlace('')).toMatchObject({ bucket: 'bucket', prefix: 'a/b/', region: 'a', endpoint, isPublic });
  expect(readPlace(`&public=${!isPublic}`)).toMatchObject({ isPublic: !isPublic });
});

function messageOf(env: Record<string, string>): string | null {
  try {
    readConfig(env);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
