// Goes through the posts that failed somewhere: sends again what may help, and lists what a person has to look at.
import { createClient, failedTargets, iteratePosts, SocialApiError, unknownTargets } from '@social/sdk';

const client = createClient();

for await (const post of iteratePosts(client, { result: 'failed' })) {
  if (post.id === null || !failedTargets(post).some(({ retryable }) => retryable)) continue;
  try {
    const again = await client.posts.retryPost({ id: post.id });
    const left = failedTargets(again).map(({ platform, code }) => `${platform} (${code})`);
    console.log(`${post.text}: ${left.length === 0 ? 'published' : `still failed on ${left.join(', ')}`}`);
  } catch (error) {
    if (!(error instanceof SocialApiError)) throw error;
    console.error(`${post.text}: ${error.code}, ${error.message}`);
    if (error.code === 'insufficient_credits') break;
  }
}

for await (const post of iteratePosts(client, { result: 'unknown' })) {
  for (const { platform } of unknownTargets(post)) console.log(`look at ${platform} for: ${post.text}`);
}
