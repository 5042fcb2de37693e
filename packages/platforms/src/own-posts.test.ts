import { describe, expect, it } from 'vitest';
import { NETWORKS } from './registry.ts';

const ACCOUNTS: Readonly<Record<string, { accountId: string; username: string }>> = {
  bluesky: { accountId: 'did:plc:z72i7hdynmk6r22z27h6tvur', username: 'ada.example' },
  telegram: { accountId: '-1001234567890', username: 'AdaNews' },
  facebook: { accountId: '104', username: 'ada' },
};
const OWN_BLUESKY = 'at://did:plc:z72i7hdynmk6r22z27h6tvur/app.bsky.feed.post/3l6oveex3ii2l';
const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const URN = 'urn:li:share:7141138937766391808';

function findId(network: string, copied: string): string | null {
  const registration = NETWORKS.find((entry) => entry.network === network) ?? expect.fail(network);
  const app = {
    clientId: 'id',
    clientSecret: 'secret',
    ...(network === 'mastodon' && { apiUrl: 'https://ada.social' }),
  };
  const account = ACCOUNTS[network] ?? { accountId: '1', username: 'ada' };
  return registration.create(app).ownPosts.findId(copied, account);
}

it.each([
  ['linkedin', URN, URN],
  ['linkedin', `https://www.linkedin.com/feed/update/${URN}/`, URN],
  ['linkedin', 'https://linkedin.com/feed/update/urn%3Ali%3AugcPost%3A714/?utm_source=share', 'urn:li:ugcPost:714'],
  ['linkedin', 'https://www.linkedin.com/posts/ada_a-title-share-7141138937766391808-aB_c?utm=1', URN],
  ['x', '1445880548472328192', '1445880548472328192'],
  ['x', 'https://x.com/ada/status/144?s=20', '144'],
  ['x', 'https://mobile.twitter.com/ada/status/144/photo/1', '144'],
  ['bluesky', OWN_BLUESKY, OWN_BLUESKY],
  ['bluesky', 'at://ada.example/app.bsky.feed.post/3l6oveex3ii2l', OWN_BLUESKY],
  ['bluesky', 'https://bsky.app/profile/Ada.example/post/3l6oveex3ii2l', OWN_BLUESKY],
  ['mastodon', 'https://ada.social/@ada/109', '109'],
  ['mastodon', 'https://ada.social/users/ada/statuses/109', '109'],
  ['mastodon', 'https://ada.social/notice/AbC-1', 'AbC-1'],
  ['telegram', '12,13', '12,13'],
  ['telegram', 'https://t.me/adanews/12?single', '12'],
  ['telegram', 'https://t.me/c/1234567890/5/12', '12'],
  ['discord', '43', '43'],
  ['discord', '42/43', '42/43'],
  ['youtube', 'dQw4w9WgXcQ', VIDEO],
  ['youtube', 'https://youtu.be/dQw4w9WgXcQ?si=x', VIDEO],
  ['youtube', 'https://m.youtube.com/watch?t=4&v=dQw4w9WgXcQ', VIDEO],
  ['youtube', 'https://www.youtube.com/shorts/dQw4w9WgXcQ', VIDEO],
  ['youtube', 'https://www.youtube.com/post/UgkxAbcdefghijk', 'UgkxAbcdefghijk'],
  ['tiktok', 'https://www.tiktok.com/@ada/video/733?lang=en', '733'],
  ['tiktok', 'https://www.tiktok.com/@ada/photo/733', '733'],
  ['facebook', 'https://www.facebook.com/ada/posts/a-title/122', '104_122'],
  ['facebook', 'https://m.facebook.com/permalink.php?story_fbid=122&id=104', '104_122'],
  ['facebook', 'https://www.facebook.com/104_122', '104_122'],
  ['facebook', 'https://www.facebook.com/ada/videos/77/', '77'],
  ['facebook', 'https://www.facebook.com/watch/?v=77', '77'],
  ['facebook', 'https://www.facebook.com/reel/77', '77'],
  ['facebook', '122_7', '122_7'],
  ['facebook', 'https://www.facebook.com/104_122?comment_id=7', '122_7'],
  ['facebook', 'https://www.facebook.com/ada/posts/122?comment_id=7&reply_comment_id=8', '122_7'],
  ['facebook', 'https://www.facebook.com/reel/77?comment_id=7', '77_7'],
  ['instagram', '17895695668004550', '17895695668004550'],
  ['instagram', '17895695668004550_178', '17895695668004550_178'],
])('finds the id of a post of %s in %s', (network, copied, id) => {
  expect(findId(network, copied)).toBe(id);
});

describe.each([
  ['linkedin', ['garbage', '7141138937766391808', 'urn:li:activity:714', 'https://x.com/feed/update/urn:li:share:714']],
  ['x', ['garbage', 'https://x.com/ada', 'https://x.com.example/ada/status/144', 'javascript:144']],
  [
    'bluesky',
    [
      'garbage',
      'at://did:plc:aaaaaaaaaaaaaaaaaaaaaaaa/app.bsky.feed.post/3l6oveex3ii2l',
      'https://bsky.app/profile/bob.example/post/3l6oveex3ii2l',
    ],
  ],
  ['mastodon', ['no id', 'https://other.social/@ada/109', 'https://ada.social/@ada']],
  ['telegram', ['garbage', 'https://t.me/bobnews/12', 'https://t.me/c/99/12', 'https://t.me/adanews']],
  ['discord', ['garbage', '1/2/3', '/43', 'https://discord.com/channels/41/42/43']],
  ['youtube', ['garbage', 'https://www.youtube.com/@ada', 'https://vimeo.com/watch?v=dQw4w9WgXcQ']],
  ['tiktok', ['garbage', 'https://www.tiktok.com/@ada', 'https://www.tiktok.com/music/video/1']],
  [
    'facebook',
    [
      'garbage',
      'https://www.facebook.com/105_122?comment_id=7',
      'https://www.facebook.com/permalink.php?story_fbid=1&id=105',
      'https://www.facebook.com/ada/posts/pfbid0abc',
    ],
  ],
  ['instagram', ['garbage', 'https://www.instagram.com/p/DExample/']],
])('an id of %s', (network, others) => {
  it.each(others)('is not in %s', (copied) => {
    expect(findId(network, copied)).toBeNull();
  });
});
