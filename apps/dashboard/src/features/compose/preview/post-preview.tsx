import type { PlatformId, Schema } from '@social/types';
import { memo } from 'react';
import { AccountFace } from '../../../ui/accounts/account-face.tsx';
import { Moment } from '../../../ui/values/moment.tsx';
import type { MediaEntry } from '../../media/media-entry.ts';
import classes from './preview.module.css';
import { PreviewFiles } from './preview-files.tsx';
import { PreviewText } from './preview-text.tsx';

/** An account as its posts show it. */
export interface Author {
  readonly name: string;
  readonly picture: string | null;
  readonly network: string | null | undefined;
}

interface PostPreviewProps {
  platform: PlatformId;
  /** Name of the network for readers. */
  label: string;
  author: Author;
  /** Texts of the posts; several are a thread. */
  posts: readonly string[];
  /** Files of the first post. */
  files: readonly MediaEntry[];
  /** Time at which it is published (RFC 3339); undefined for now. */
  at: string | undefined;
  card: Schema<'PlatformResult'>['card'];
}

/** Draws about what readers of a network see. The network's own page may look different tomorrow. */
export const PostPreview = memo(function PostPreview({
  platform,
  label,
  author,
  posts,
  files,
  at,
  card,
}: PostPreviewProps) {
  return (
    <section className={classes['posts']} aria-label={`Preview for ${label}`}>
      {posts.map((text, index) => (
        <div key={index} className={classes['post']}>
          <div className={classes['head']}>
            <AccountFace platform={platform} name={author.name} picture={author.picture} size={index === 0 ? 36 : 28} />
            <span className={classes['names']}>
              <span className={classes['name']}>{author.name}</span>
              <span className={classes['when']}>{at === undefined ? 'now' : <Moment at={at} as="time" />}</span>
            </span>
            {posts.length > 1 ? (
              <span className={classes['number']}>
                {index + 1} of {posts.length}
              </span>
            ) : null}
          </div>
          <PreviewText platform={platform} network={author.network} text={text} />
          {index === 0 ? <PreviewFiles files={files} /> : null}
          {index === 0 && card ? <Card card={card} /> : null}
        </div>
      ))}
    </section>
  );
}, isSame);

/** The card that readers see below the post, as the server has read it. */
function Card({ card }: { card: NonNullable<PostPreviewProps['card']> }) {
  return (
    <section className={classes['card']} aria-label={`Card of ${card.url}`}>
      <div className={classes['when']}>
        {new URL(card.url).host}
        {card.picture ? ', with a picture' : ''}
      </div>
      <div className={classes['title']}>{card.title}</div>
      {card.description ? <div>{card.description}</div> : null}
    </section>
  );
}

/** Texts and files are listed anew with each change, mostly with the same content. */
function isSame(one: PostPreviewProps, other: PostPreviewProps): boolean {
  return (
    one.platform === other.platform &&
    one.label === other.label &&
    one.at === other.at &&
    one.author.name === other.author.name &&
    one.author.picture === other.author.picture &&
    one.author.network === other.author.network &&
    one.card?.url === other.card?.url &&
    one.card?.title === other.card?.title &&
    hasSame(one.posts, other.posts) &&
    hasSame(one.files, other.files)
  );
}

function hasSame<Item>(one: readonly Item[], other: readonly Item[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
