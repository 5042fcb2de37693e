import type { Account } from './accounts.ts';
import type { ChatMessage } from './chat-message.ts';
import type { Json } from './json.ts';
import type { NetworkId } from './network-ids.ts';
import { type StoredBytes, storedBytesOf } from './stored-bytes.ts';

/** A file that was accepted with a post. */
export interface Media {
  /** MIME type found in the bytes themselves. */
  readonly type: string;
  readonly blob: StoredBytes;
  readonly sha256: string;
  readonly altText?: string;
  /** What readers see as its name; absent for pictures and videos. */
  readonly fileName?: string;
}

/** A part of a text that leads somewhere, counted in UTF-16 units. */
export interface TextLink {
  readonly start: number;
  readonly end: number;
  readonly href: string;
}

/** A preview of a page that a post links to. */
export interface LinkCard {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly picture?: Media;
}

/** A question with answers to choose from. */
export interface Poll {
  /** Absent where the text of the post is the question. */
  readonly question?: string;
  readonly options: readonly string[];
  /** Readers may choose several answers. */
  readonly isMultiple: boolean;
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
}

export type PostSettings = Readonly<Record<string, Json>>;

/** One accepted post, with the text that readers of the network see. */
export interface Post {
  readonly network: NetworkId;
  readonly id: string;
  readonly accountId: string;
  readonly text: string;
  readonly media: readonly Media[];
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  deletedAt?: number;
  hidden: boolean;
  /** Part of the seeded world, not accepted from a client. */
  readonly seeded: boolean;
  readonly replyToId?: string;
  readonly quotedId?: string;
  readonly resharedId?: string;
  /** The links of a network on which only marked parts of a text are links, in the order of the text. */
  readonly links?: readonly TextLink[];
  readonly card?: LinkCard;
  readonly poll?: Poll;
  /** What the page says about the post, such as "paid partnership". */
  readonly labels?: readonly string[];
  readonly chat?: ChatMessage;
  /** What its author chose besides, as JSON, by the network's own names; absent without a choice. */
  settings?: PostSettings;
  /** The `Idempotency-Key` of the call that published it, on networks that have such keys. */
  readonly idempotencyKey?: string;
  /** Numbers of people besides the sandbox's accounts who did something with it, by the names of the network's own fields. */
  counters?: Readonly<Record<string, number>>;
  /** The first post of the conversation; its own id for one that starts it. */
  readonly conversationId: string;
}

/** Wraps accepted bytes as media of a post. */
export function createMedia(bytes: Buffer | StoredBytes, type: string, altText?: string): Media {
  const blob = Buffer.isBuffer(bytes) ? storedBytesOf(bytes) : bytes;
  const { sha256 } = blob;
  return altText === undefined ? { type, blob, sha256 } : { type, blob, sha256, altText };
}

/** All posts of all networks, oldest first; indexed, because load tests publish many. */
export class PostStore {
  readonly #all: Post[] = [];
  readonly #byNetwork = new Map<NetworkId, Post[]>();
  readonly #byId = new Map<string, Post>();
  readonly #byText = new Map<string, Post[]>();

  add(post: Post): void {
    this.#all.push(post);
    this.#byId.set(`${post.network} ${post.id}`, post);
    append(this.#byNetwork, post.network, post);
    append(this.#byText, `${post.network} ${post.accountId} ${post.text}`, post);
  }

  all(): readonly Post[] {
    return this.#all;
  }

  /** Replaces all posts. */
  restore(posts: readonly Post[]): void {
    this.#all.splice(0);
    for (const index of [this.#byNetwork, this.#byId, this.#byText]) index.clear();
    for (const post of posts) this.add(post);
  }

  of(network: NetworkId): readonly Post[] {
    return this.#byNetwork.get(network) ?? [];
  }

  find(network: NetworkId, id: string): Post | undefined {
    return this.#byId.get(`${network} ${id}`);
  }

  /** Returns an account's posts with exactly this text, oldest first. */
  withText(author: Account, text: string): readonly Post[] {
    return this.#byText.get(`${author.network} ${author.id} ${text}`) ?? [];
  }
}

function append<K>(index: Map<K, Post[]>, key: K, post: Post): void {
  const posts = index.get(key);
  if (posts) posts.push(post);
  else index.set(key, [post]);
}
