import { testHostileTexts } from './hostile-texts.ts';

// One text of each kind: a domain, marks, emoji, an address, white space, HTML.
testHostileTexts([
  'distinct characters in one label',
  'marks on one character',
  'joined emoji in no order',
  'brackets in an address',
  'blank lines',
  'beginnings of tags',
]);
