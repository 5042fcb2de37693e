import { expect, it } from 'vitest';
import { threadPosts } from './thread.ts';

it('makes a post of each part where there are replies, and one of all elsewhere', () => {
  expect(threadPosts('microblog', ['One', 'Two'])).toEqual(['One', 'Two']);
  expect(threadPosts('profnet', ['One', 'Two', 'Three'])).toEqual(['One\n\nTwo\n\nThree']);
  expect(threadPosts('profnet', ['Alone'])).toEqual(['Alone']);
});
