import { afterAll } from 'vitest';
import { findNetwork } from '../src/index.ts';
import { testPlatformDriver } from './driver-suite.ts';
import { sampleImage } from './media-samples.ts';
import { startMediaServer } from './served-media.ts';

const files = await startMediaServer();
afterAll(() => files[Symbol.asyncDispose]());

for (const network of ['instagram', 'instagram-facebook']) {
  const registration = findNetwork('photonet', network);
  if (!registration) throw new Error(`${network} is not registered`);
  testPlatformDriver({
    registration,
    accountType: 'organization',
    textOfLength: (length) => 'x'.repeat(length),
    specialCharacters: '@[]{}&=%+#',
    provenByHead: [],
    duplicatesSurviveDeletion: false,
    refusesDuplicates: false,
    fetchesImages: true,
    checksTextItself: true,
    makePost: (text) => ({ text, media: [files.jpeg({ shade: 0 })], meta: {} }),
    makeImage: (options) => files.jpeg(options),
    refusedMedia: [sampleImage({ shade: 1 })],
    refreshableAfterMs: 24 * 60 * 60 * 1000,
    wordlessFaults: ['version-sunset', 'credits-depleted'],
    twin: { called: registration.sandboxPath.slice(1), posts: 'instagram' },
  });
}
