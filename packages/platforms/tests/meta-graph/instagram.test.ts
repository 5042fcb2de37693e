import { testPlatformDriver } from '../suite/driver-suite.ts';
import { sampleImage } from '../support/media-samples.ts';
import { useMediaServer } from '../support/served-media.ts';
import { registrationOf } from '../support/stub-network.ts';

const files = await useMediaServer();

for (const network of ['instagram', 'instagram-facebook'] as const) {
  testPlatformDriver({
    registration: registrationOf(network),
    accountType: 'organization',
    textOfLength: (length) => 'x'.repeat(length),
    specialCharacters: '@[]{}&=%+#',
    provenByHead: [],
    duplicatesSurviveDeletion: false,
    refusesDuplicates: false,
    fetchesImages: true,
    checksTextItself: true,
    makePost: (text) => ({ text, media: [files.jpeg({ shade: 0 })], settings: {} }),
    makeImage: (options) => files.jpeg(options),
    refusedMedia: [sampleImage({ shade: 1 })],
    refreshableAfterMs: 24 * 60 * 60 * 1000,
    hasDeletionTests: false,
    wordlessFaults: ['version-sunset', 'credits-depleted'],
    twin: { called: network === 'instagram' ? network : 'facebook', posts: 'instagram' },
  });
}
