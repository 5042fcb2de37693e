// Publishes a release note once, even if this program runs again, and prints the result on each platform.
// node examples/publish.ts v1.4.0
import { assertAllPublished, createClient, isPublished, SocialPublishError } from '@social/sdk';

const version = process.argv[2] ?? 'v1.4.0';
const client = createClient();

const { data: post, replayed } = await client.posts
  .createPost(
    { text: `${version} is out`, platforms: ['profnet', 'microblog'] },
    { idempotencyKey: `release-${version}` },
  )
  .withResponse();
if (replayed) console.log(`${version} was already announced at ${post.createdAt}`);

for (const [platform, result] of Object.entries(post.platformResults)) {
  console.log(platform, isPublished(result) ? `published as ${result.platformPostId}` : result.error);
}

try {
  assertAllPublished(post);
} catch (error) {
  if (!(error instanceof SocialPublishError)) throw error;
  console.error(error.message);
  process.exitCode = 3;
}
