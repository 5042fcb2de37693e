/** A picture or video of an item, at a public address. */
export interface ItemMedia {
  readonly url: string;
  readonly alt?: string;
  /** Set where neither the feed nor the address tells whether it is a picture or video: its first bytes do. */
  readonly isUnsure?: true;
}

/** One item of a feed, in plain text and with whole addresses. */
export interface FeedItem {
  /** Id that the feed gives it; without one its address, or else its text. */
  readonly id: string;
  /** Id under which earlier versions knew an item that has neither id nor address. */
  readonly formerId?: string;
  readonly title: string;
  /** Address of its page; empty without one. */
  readonly link: string;
  readonly summary: string;
  readonly author: string;
  readonly tags: readonly string[];
  /** Instant of its publication; undefined when the feed names none that can be read. */
  readonly at: Date | undefined;
  /** Its date as the feed writes it; empty without one. */
  readonly date: string;
  readonly media: readonly ItemMedia[];
}

/** What tells an item from others with its id: its address, or else its text. */
export function addressOrText({ link, title, summary }: Pick<FeedItem, 'link' | 'title' | 'summary'>): string {
  return link || JSON.stringify([title, summary]);
}
