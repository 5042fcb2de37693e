import type { Target } from '@social/types';
import { expect, test } from 'vitest';
import { emptyWriting } from '../writing.ts';
import { checkTarget, problemsOf } from './problems.ts';

test('a problem names its network once', () => {
  const url = 'https://files.example/1.jpg';
  const picture = { name: '1.jpg', kind: 'image' as const, contentType: 'image/jpeg', bytes: 1_000, alt: '' };
  const files = Array.from({ length: 10 }, (_, index) => ({
    ...picture,
    id: `media-${index}`,
    preview: null,
    at: { stage: 'ready' as const, url },
  }));
  const writing = { ...emptyWriting(), text: 'x'.repeat(3_001) };
  const connected = { network: 'linkedin' };
  const checks = [checkTarget('profnet', { writing, media: files, connected })];
  expect(problemsOf(writing, files, { checks, now: new Date() })).toEqual([
    'LinkedIn: The text is 1 character too long.',
    'LinkedIn takes at most 9 images, 10 were given.',
  ]);
});

test('text and files are checked by the settings of the target', () => {
  const upright = {
    ...{ id: 'media-1', name: '1.jpg', kind: 'image' as const, contentType: 'image/jpeg', bytes: 1_000, alt: '' },
    ...{
      size: { width: 1080, height: 1920 },
      preview: null,
      at: { stage: 'ready' as const, url: 'https://files.example/1.jpg' },
    },
  };
  const written = { ...emptyWriting(), text: 'A day'.repeat(500), settings: { photonet: { type: 'story' } } };
  const check = checkTarget('photonet', { writing: written, media: [upright], connected: { network: 'instagram' } });
  expect(check).toMatchObject({
    problems: [],
    leftOut: 'Left out on Instagram: the text, which a story does not show.',
  });
});

test('a content warning counts with the text, as the server counts it', () => {
  const written = { ...emptyWriting(), text: 'x'.repeat(480) };
  const connected = { network: 'mastodon', text: { max: 500, unit: 'characters' as const } };
  const problems = (settings: { spoilerText?: string }) =>
    checkTarget('mastodon', { writing: { ...written, settings: { mastodon: settings } }, media: [], connected })
      .problems;
  expect(problems({})).toEqual([]);
  expect(problems({ spoilerText: 'y'.repeat(40) })).toEqual([
    'The text with its content warning is 20 characters too long.',
  ]);
});

test('a comment is measured by the limits of its network, and left out where there are no comments', () => {
  const comments = ['', 'x'.repeat(301)];
  const writing = { ...emptyWriting(), text: 'A text', comments };
  const check = (target: Target, network: string) =>
    checkTarget(target, { writing, media: [], connected: { network } });
  expect(check('bluesky', 'bluesky')).toMatchObject({
    comments: 1,
    problems: ['Comment 2 is 1 character too long.'],
    leftOut: null,
  });
  expect(check('profnet', 'linkedin')).toMatchObject({ comments: 1, problems: [] });
  expect(check('chatbot', 'telegram')).toMatchObject({
    comments: 0,
    problems: [],
    leftOut: 'Left out on Telegram: the comments.',
  });
});

test('a reply counts the content warning and the limit of its server', () => {
  const settings = { mastodon: { spoilerText: 'y'.repeat(40) } };
  const writing = { ...emptyWriting(), text: 'A text', settings, comments: ['x'.repeat(480)] };
  const connected = { network: 'mastodon', text: { max: 510, unit: 'characters' as const } };
  expect(checkTarget('mastodon', { writing, media: [], connected }).problems).toEqual([
    'Comment 1 is 10 characters too long.',
  ]);
});

test('a text is measured by the limit of an account with a subscription', () => {
  const writing = { ...emptyWriting(), text: 'x'.repeat(4_001) };
  const problems = (own: object) =>
    checkTarget('microblog', { writing, media: [], connected: { network: 'x', ...own } }).problems;
  expect(problems({})).toEqual(['The text is 3,721 characters too long.']);
  expect(problems({ text: { max: 4_000, unit: 'weighted' } })).toEqual(['The text is 1 character too long.']);
});
