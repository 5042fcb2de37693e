/** A picture or video of an item, at a public address. */
export interface ItemMedia {
  readonly url: string;
  readonly alt?: string;
}

/** One item of a feed, in plain text and with whole addresses. */
export interface FeedItem {
  /** Id that the feed gives it; without one its address, or what else tells it from others. */
  readonly id: string;
  readonly title: string;
  /** Address of its page; empty without one. */
  readonly link: string;
  readonly summary: string;
  readonly author: string;
  readonly tags: readonly string[];
  /** Instant of its publication; undefined when the feed names none that can be read. */
  readonly at: Date | undefined;
  readonly media: readonly ItemMedia[];
}
