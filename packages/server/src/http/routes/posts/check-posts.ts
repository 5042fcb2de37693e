import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Schema } from '@social/types';
import { AppError } from '../../../errors.ts';
import type { Publisher } from '../../../services/contents/assessment.ts';
import { refusePast } from '../../../services/posts/past-times.ts';
import type { Principal } from '../../callers/principal.ts';
import type { Services } from '../../operations/services.ts';
import { presentPost } from '../../presenters/present-post.ts';
import { readAddresses } from '../../replies/current-addresses.ts';
import { type DryRunServices, dryRunOf } from './dry-run.ts';
import { publisherOf, timingOf } from './publisher.ts';
import { showDrafts } from './store-draft.ts';

/** Time after which no further post is checked, so that the answer is there within five seconds. */
const CHECK_WITHIN_MS = 4_000;

type CheckServices = DryRunServices &
  Pick<Services, 'profiles' | 'posts' | 'drafts' | 'library'> & { readonly baseUrl: string };

/** Checks each post as far as the time allows, and finds what was created with the keys. Has no effect. */
export async function checkPosts(
  services: CheckServices,
  { posts = [], keys = [] }: Schema<'PostsToCheck'>,
  principal: Principal,
): Promise<Schema<'CheckedPosts'>> {
  const began = performance.now();
  const found = await findByKeys(services, keys, principal);
  const publishers = new Map<string | undefined, Publisher>();
  async function publisherFor(profile: string | undefined): Promise<Publisher> {
    const publisher = publishers.get(profile) ?? (await publisherOf(services.profiles, principal, profile));
    publishers.set(profile, publisher);
    return publisher;
  }
  const results: Schema<'PostCheck'>[] = [];
  for (const post of posts) {
    if (performance.now() - began > CHECK_WITHIN_MS) {
      results.push({ state: 'unchecked' });
      continue;
    }
    results.push(await checkOne(services, post, publisherFor));
    // A hundred long posts take a while.
    await nextTurn();
  }
  return { results, found };
}

async function checkOne(
  services: CheckServices,
  post: Schema<'PublishRequest'>,
  publisherFor: (profile: string | undefined) => Promise<Publisher>,
): Promise<Schema<'PostCheck'>> {
  try {
    const timing = timingOf(post.scheduledFor, post.slot);
    refusePast('scheduledFor', timing.scheduledFor, { ifPast: post.ifPast, now: services.clock.now() });
    const how = { timing, publisher: await publisherFor(post.profile), isQuick: true };
    return { state: 'checked', preview: await dryRunOf(services, post, how) };
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const { message, code, details } = error;
    return { state: 'refused', refusal: { error: message, code, ...(details && { details }) } };
  }
}

async function findByKeys(
  services: CheckServices,
  keys: readonly string[],
  principal: Principal,
): Promise<Schema<'FoundByKey'>[]> {
  const { library, posts, drafts } = services;
  const made = await posts.listByKeys(principal, keys);
  const shown = made.map(({ key, post }) => ({ key, post: post && presentPost(post) }));
  const all = shown.flatMap(({ post }) => post ?? []);
  const withAddresses = await readAddresses(library, principal.workspaceId, all);
  const found = new Map<string, Schema<'FoundByKey'>>();
  for (const { key, post } of shown) {
    if (post) found.set(key, { key, post: withAddresses(post) });
    else {
      const [draft] = await showDrafts(services, await drafts.listByKey(principal, key), principal);
      if (draft) found.set(key, { key, draft });
    }
  }
  return [...new Set(keys)].flatMap((key) => found.get(key) ?? []);
}
