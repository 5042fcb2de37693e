import { testHostileTexts } from './hostile-texts.ts';

// One text of each kind: a domain, emoji, an address, HTML.
testHostileTexts([
  'distinct characters in one label',
  'joined emoji in no order',
  'brackets in an address',
  'beginnings of tags',
]);
