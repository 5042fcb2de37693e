import { testPlatformDriver } from '../suite/driver-suite.ts';
import { registrationOf } from '../support/stub-network.ts';

testPlatformDriver({
  registration: registrationOf('bluesky'),
  textOfLength: (length) => 'x'.repeat(length),
  specialCharacters: '@#$&<>"\\/{}:',
  provenByHead: [],
  recoversFrom: [
    ...(['accept-then-hang', 'accept-then-half', 'accept-then-drop', 'accept-then-error'] as const),
    ...(['no-id', 'huge', 'drip'] as const),
  ],
  refusesDuplicates: false,
  duplicatesSurviveDeletion: false,
  textsAtOnce: 10,
  identityKeepsId: true,
  checksTextItself: true,
  publishFaults: { 'credits-depleted': ['rejected', 'network_refused'] },
});
