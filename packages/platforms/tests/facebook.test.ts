import { findNetwork } from '../src/index.ts';
import { testPlatformDriver } from './driver-suite.ts';
import { sampleImage } from './media-samples.ts';

const registration = findNetwork('socialnet', 'facebook');
if (!registration) throw new Error('facebook is not registered');

testPlatformDriver({
  registration,
  accountType: 'organization',
  textOfLength: (length) => 'x'.repeat(length),
  specialCharacters: '@[]{}&=%+#',
  provenByHead: [],
  duplicatesSurviveDeletion: false,
  refusedMedia: [{ ...sampleImage({ shade: 1 }), contentType: 'image/webp' }],
  wordlessFaults: ['version-sunset', 'credits-depleted'],
});
