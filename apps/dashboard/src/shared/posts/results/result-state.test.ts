import { expect, test } from 'vitest';
import { reasonOf } from './result-state.ts';

test.each([
  [
    'microblog',
    'microblog needs a paid plan; this workspace is on Free',
    'X needs a paid plan; this workspace is on Free.',
  ],
  [
    'profnet',
    'profnet is not connected to this profile; connect it with: social connect profnet',
    'LinkedIn is not connected to this profile.',
  ],
  ['socialnet', 'publishing to socialnet was interrupted', 'Publishing to Facebook was interrupted.'],
  [
    'mastodon:news',
    'mastodon:news is not connected to this profile',
    'Mastodon · news is not connected to this profile.',
  ],
  ['video', 'video needs a title', 'YouTube needs a title.'],
  ['video', 'video 1 of the post is damaged', 'Video 1 of the post is damaged.'],
  ['shortvideo', 'the video is too long', 'The video is too long.'],
])('a reason of %s names the network: %s', (platform, error, sentence) => {
  expect(reasonOf({ error }, platform)).toBe(sentence);
});
