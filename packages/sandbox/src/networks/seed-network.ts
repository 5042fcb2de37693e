import type { NetworkId } from '../world/network-ids.ts';
import type { Media } from '../world/posts.ts';
import type { World } from '../world/world.ts';

const people = { sandbox_owner: 'Sandbox Owner', sandbox_friend: 'Sandbox Friend', sandbox_private: 'Sandbox Private' };

type Username = keyof typeof people;

const authors = {
  owner: 'sandbox_owner',
  friend: 'sandbox_friend',
  friendSecond: 'sandbox_friend',
  reply: 'sandbox_friend',
  private: 'sandbox_private',
} as const satisfies Record<string, Username>;

type PostName = keyof typeof authors;

interface Seed {
  /** Id of each account. */
  readonly accounts: Readonly<Record<Username, string>>;
  /** Id of each post; `reply` replies to `owner`. */
  readonly posts: Readonly<Partial<Record<PostName, string>>>;
}

interface SeedContent {
  /** Text of each post, oldest first. */
  readonly texts?: Readonly<Partial<Record<PostName, string>>>;
  /** Types of the accounts that differ from `person`, `person` and `private`. */
  readonly types?: Readonly<Partial<Record<Username, string>>>;
  readonly media?: (postId: string) => readonly Media[];
  /** Age of the newest post in milliseconds, a minute by default. */
  readonly ageMs?: number;
  /** Conversation of a post that neither begins one nor is a reply. */
  readonly conversations?: Readonly<Partial<Record<PostName, string>>>;
}

/** Fills a network with its three accounts and their posts, which are a minute apart. */
export function seedNetwork(world: World, network: NetworkId, seed: Seed, content: SeedContent): void {
  const { texts = {}, types = {}, media = () => [], ageMs = 60_000, conversations = {} } = content;
  for (const username of Object.keys(people) as Username[]) {
    const type = types[username] ?? (username === 'sandbox_private' ? 'private' : 'person');
    world.accounts.add({ network, id: seed.accounts[username], username, name: people[username], type });
  }
  const entries = Object.entries(texts) as [PostName, string][];
  for (const [index, [name, text]] of entries.entries()) {
    const id = seed.posts[name] ?? '';
    const replyToId = name === 'reply' ? seed.posts.owner : undefined;
    world.posts.add({
      ...{ network, id, accountId: seed.accounts[authors[name]], text, media: media(id), hidden: false, seeded: true },
      createdAt: world.now() - ageMs - (entries.length - 1 - index) * 60_000,
      conversationId: conversations[name] ?? replyToId ?? id,
      ...(replyToId !== undefined && { replyToId }),
    });
  }
}
