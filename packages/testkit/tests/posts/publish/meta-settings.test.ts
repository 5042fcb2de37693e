import { startFileServer, uniqueText, useResource, useStack } from '@social/testkit';
import { expect, test } from 'vitest';

const { stack } = useStack();
const files = useResource(startFileServer);
/** A grey picture of 8 by 8 pixels. */
const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAgAAAQABAAD/2wBDAAg+Pkk+SVVVVVVVVWRdZGhoaGRkZGRoaGhwcHCDg4NwcHBoaHBwfHyDg4+Tj4eHg4eTk5ubm7q6srLZ2eD/////xABKAAEAAAAAAAAAAAAAAAAAAAAAAQEAAAAAAAAAAAAAAAAAAAAAEAEAAAAAAAAAAAAAAAAAAAAAEQEAAAAAAAAAAAAAAAAAAAAA/8AAEQgACAAIAwEiAAIRAAMRAP/aAAwDAQACEQMRAD8AAA//2Q==',
  'base64',
);

test('a picture becomes a story at Instagram and Facebook with any text, and the answer says what is left out', async () => {
  const platforms = ['photonet', 'socialnet'];
  const workspace = await stack.createWorkspace({ connect: platforms });
  const url = files.serve('/grey.jpg', { body: JPEG, headers: { 'content-type': 'image/jpeg' } });
  const settings = { photonet: { type: 'story', collaborators: ['ada'] }, socialnet: { type: 'story' } };
  const story = { text: uniqueText('Story').padEnd(3_000, ' word'), platforms, media: [{ url }], settings };
  const { body: dry } = await workspace.api('POST', '/api/v1/posts?dryRun=true', { body: story });
  expect(dry.platformResults.photonet).toMatchObject({
    ok: true,
    note: 'Left out on Instagram: the text, which a story does not show.',
  });
  const { body } = await workspace.publish(story);
  expect(body).toMatchObject({
    outcome: 'published',
    platformResults: {
      photonet: {
        url: expect.stringContaining('/instagram/stories/'),
        note: 'Left out on Instagram: the text, which a story does not show. Instagram takes no collaborators with a story: left out.',
      },
      socialnet: {
        url: expect.stringContaining('/facebook/'),
        note: 'Left out on Facebook: the text, which a story does not show.',
      },
    },
  });
});

test('settings that do not fit are refused before anything is sent', async () => {
  const platforms = ['photonet', 'socialnet'];
  const workspace = await stack.createWorkspace({ connect: platforms });
  const url = files.serve('/grey.jpg', { body: JPEG, headers: { 'content-type': 'image/jpeg' } });
  const settings = { photonet: { type: 'reel' }, socialnet: { link: 'https://example.org' } };
  const { body } = await workspace.publish({ text: uniqueText('Reel'), platforms, media: [{ url }], settings });
  expect(body).toMatchObject({
    platformResults: {
      photonet: { ok: false, error: expect.stringContaining('the type reel needs one video, and no other file') },
      socialnet: { ok: false, error: expect.stringContaining('shows the link as a card only without files') },
    },
  });
});
