import { expect, test } from 'vitest';
import { inWordsOfOptions } from './option-words.ts';
import { readOptions } from './options.ts';

const TO = { to: ['profnet'] };

test('options have defaults', () => {
  const { template, ...options } = readOptions({ to: 'profnet, microblog' });
  expect(options).toEqual({
    to: ['profnet', 'microblog'],
    profile: undefined,
    mentions: false,
    fit: undefined,
    draft: false,
    maxCredits: undefined,
    continueOnPartial: false,
    failOnError: true,
    changelog: 'CHANGELOG.md',
  });
  expect(
    template({
      title: '1.4.0',
      product: 'tool',
      version: '1.4.0',
      tag: 'v1.4.0',
      date: '2026-11-01',
      notes: '',
      link: '',
    }),
  ).toBe('1.4.0');
});

test.each([
  [{}, 'Say where to publish: to: ["profnet", "microblog"]'],
  [{ to: ['profnet', ''] }, 'to takes names of platforms, none of them empty'],
  [{ to: [1] }, 'to takes names of platforms, none of them empty'],
  [{ ...TO, maxCredit: 3 }, 'There is no option "maxCredit": did you mean maxCredits?'],
  [{ ...TO, apiKey: 'sk_live_sp_x' }, 'apiKey does not belong in a file: set SOCIAL_API_KEY in the job'],
  [{ ...TO, baseUrl: 'https://social.example.com' }, /^There is no option "baseUrl"; options: to, profile, /],
  [{ ...TO, profile: ' ' }, 'profile must be a text that is not empty'],
  [{ ...TO, text: '{note}' }, 'text has no field "{note}": did you mean {notes}?'],
  [{ ...TO, text: 'A release' }, 'text names no field, so every post would be the same'],
  [{ ...TO, fit: 'cut' }, 'fit must be one of shorten, thread, error'],
  [{ ...TO, draft: 'yes' }, 'draft must be true or false'],
  [{ ...TO, maxCredits: -1 }, 'maxCredits must be a whole number, 0 or more'],
])('%o is refused', (given, message) => {
  expect(() => readOptions(given)).toThrow(message);
});

test.each([
  ['more than --max-credits 3', 'more than maxCredits 3'],
  ['  --profile acme  continues that release', '  profile acme  continues that release'],
  ['--fit shorten cuts it, --fit thread makes parts', 'fit shorten cuts it, fit thread makes parts'],
  ['nothing was sent again; --again publishes it again', 'nothing was sent again'],
  ['Use https://, or add --insecure if the network is yours.', 'Use https://.'],
  ['Run the same command again: it looks up', 'Announce the release again: it looks up'],
  [
    'look, then: social post resolve 1 profnet --published ID',
    'look, then: social post resolve 1 profnet --published ID',
  ],
  ['To announce it later: social post --to profnet', 'To announce it later: social post --to profnet'],
])('%s reads %s in a release tool', (given, wanted) => {
  expect(inWordsOfOptions(given)).toBe(wanted);
});
