import {
  assertAllPublished,
  type CallResult,
  type CreatePostInput,
  createClient,
  type ErrorCode,
  failedTargets,
  type Input,
  isPublished,
  iterateLogs,
  iteratePosts,
  type Output,
  type PlatformId,
  type Post,
  type PostPreview,
  type Schema,
  SocialApiError,
  SocialPublishError,
  SocialWaitTimeoutError,
} from '@social/sdk';

/**
 * Code that programs may write against the published types, and code that the compiler must refuse. Compiled by a test, never
 * run: an expected error that does not come is an error itself.
 */
export async function everythingThatIsTyped(): Promise<void> {
  const client = createClient({ hooks: { onRetry: ({ error, delayMs }) => delayMs.toFixed(error.message.length) } });
  is<Post>(await client.posts.createPost({ text: 'hello', platforms: ['profnet'] }));
  is<CallResult<Post>>(await client.posts.createPost({ text: 'hello', platforms: ['profnet'] }).withResponse());
  is<string>(await client.server.getLlmsTxt());
  await client.posts.createPost({ text: 'hello', platforms: ['profnet'] }, { idempotencyKey: 'v1.4.0' });
  await client.posts.createPost({ text: 'hello', platforms: ['profnet'], profile: undefined });
  await client.usage.getUsage();

  const input: CreatePostInput = { text: 'hello', platforms: ['profnet'] };
  is<string>((await client.posts.createPost(input)).id);
  await client.posts.retryPost({ id: (await client.posts.createPost({ ...input, dryRun: false })).id });
  is<PostPreview>(await client.posts.createPost({ ...input, dryRun: true }));
  is<null>((await client.posts.createPost({ text: 'hello', platforms: ['profnet'], dryRun: true })).id);
  const either = await client.posts.createPost({ ...input, dryRun: Math.random() < 0.5 });
  is<string | null>(either.id);
  // @ts-expect-error a dry run makes no post
  await client.posts.retryPost({ id: (await client.posts.createPost({ ...input, dryRun: true })).id });
  // @ts-expect-error a misspelt setting
  await client.posts.createPost({ ...input, meta: { privacystatus: 'private' } });
  // @ts-expect-error a misspelt field of a medium
  await client.posts.createPost({ ...input, media: [{ url: 'https://example.com/a.png', altText: 'A' }] });

  // @ts-expect-error no such platform
  await client.posts.createPost({ text: 'hello', platforms: ['friendster'] });
  // @ts-expect-error text is missing
  await client.posts.createPost({ platforms: ['profnet'] });
  // @ts-expect-error a misspelt field
  await client.posts.createPost({ text: 'hello', platforms: ['profnet'], schedule: '2026-12-01T09:00:00Z' });
  // @ts-expect-error the id is required
  await client.posts.getPost();
  // @ts-expect-error required in words only, and required here
  await client.microblog.unlikePost({});
  // @ts-expect-error the answer of this call is never stored, so that it takes no key
  await client.keys.createKey({ name: 'ci' }, { idempotencyKey: 'k' });
  // @ts-expect-error there is no such operation
  await client.posts.deletePost({ id: '1' });

  const post: Output<'getPost'> = await client.posts.waitUntilPublished('1', {
    signal: AbortSignal.timeout(1),
    onProgress: ({ platformResults }) => is<Record<string, Schema<'PlatformResult'>>>(platformResults),
  });
  // @ts-expect-error milliseconds are a number
  await client.posts.waitUntilPublished(post, { timeoutMs: '1000' });
  assertAllPublished(post);
  for (const { platform, code } of failedTargets(post)) {
    is<PlatformId>(platform);
    is<Schema<'ErrorCode'> | undefined>(code);
  }
  const result = post.platformResults['profnet'];
  if (isPublished(result)) is<string>(result.platformPostId);
  // @ts-expect-error only a published result is sure to have an id
  else is<string>(result?.platformPostId);

  const query: Input<'listPosts'> = {
    status: 'scheduled',
    outcome: ['partial', 'unknown'],
    platform: 'profnet',
    limit: 10,
  };
  for await (const one of iteratePosts(client, query)) is<Post>(one);
  for await (const entry of iterateLogs(client, { action: 'post.published' })) is<Schema<'LogEntry'>>(entry);
  // @ts-expect-error no such status
  void iteratePosts(client, { status: 'sent' });
  // @ts-expect-error the iterator keeps the cursor itself
  void iteratePosts(client, { cursor: 'c' });
}

/** Reads the facts of the error classes. */
export function explain(error: unknown): string {
  if (error instanceof SocialApiError) {
    const code: ErrorCode = error.code;
    if (code === 'insufficient_credits' || code === 'unexpected_answer') return 'credits';
    // @ts-expect-error not a code of the catalogue
    if (error.code === 'no_credits') return 'credits';
    is<boolean>(error.retryable);
    is<number | undefined>(error.retryAfterMs);
  }
  if (error instanceof SocialPublishError) return error.failed.map(({ platform }) => platform).join();
  if (error instanceof SocialWaitTimeoutError) return error.post?.status ?? 'never read';
  return String(error);
}

function is<Expected>(value: Expected): Expected {
  return value;
}
