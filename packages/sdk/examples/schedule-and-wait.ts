// Schedules a post and waits until every platform has its result.
import { assertAllPublished, createClient, SocialWaitTimeoutError } from '@social/sdk';

const client = createClient();

const scheduled = await client.posts.createPost({
  text: 'The stream starts now',
  platforms: ['profnet'],
  scheduledFor: new Date(Date.now() + 2_000).toISOString(),
});

try {
  const post = await client.posts.waitUntilPublished(scheduled, {
    timeoutMs: 60_000,
    onProgress: ({ status }) => console.log(status),
  });
  assertAllPublished(post);
  console.log(`cost ${post.credits} credit`);
} catch (error) {
  if (!(error instanceof SocialWaitTimeoutError)) throw error;
  console.error(`still ${error.post?.status}; look again later`);
  process.exitCode = 7;
}
