import { testPlatformDriver } from '../../tests/suite/driver-suite.ts';
import { registrationOf } from '../../tests/support/stub-network.ts';

testPlatformDriver({
  registration: registrationOf('quillpond'),
  textOfLength: (length) => 'q'.repeat(length),
  tooLongStatus: 422,
  specialCharacters: '<b>&amp;</b> *_~#@',
  provenByHead: [],
  wordlessFaults: ['version-sunset', 'credits-depleted'],
  refusesDuplicates: false,
  duplicatesSurviveDeletion: false,
  // A note has one picture.
  hasImageTests: false,
});
