import type { Schema } from '@social/types';
import { memo } from 'react';
import type { Account } from '../../../shared/connections/accounts.ts';
import { AccountFace } from '../../../ui/accounts/account-face.tsx';
import { Moment } from '../../../ui/values/moment.tsx';
import type { MediaEntry } from '../media/media-entry.ts';
import classes from './preview.module.css';
import { PreviewFiles } from './preview-files.tsx';
import { PreviewText } from './preview-text.tsx';

interface PostPreviewProps {
  /** Name of the network for readers. */
  label: string;
  account: Account;
  /** Texts of the posts; several are a thread. */
  posts: readonly string[];
  /** Files of the first post. */
  files: readonly MediaEntry[];
  /** Time at which it is published (RFC 3339); undefined for now. */
  at: string | undefined;
  card: Schema<'PlatformResult'>['card'];
}

/** Draws about what readers of a network see. The network's own page may look different tomorrow. */
export const PostPreview = memo(function PostPreview({ label, account, posts, files, at, card }: PostPreviewProps) {
  const name = account.name ?? label;
  return (
    <section className={classes['posts']} aria-label={`Preview for ${label}`}>
      {posts.map((text, index) => (
        <div key={index} className={classes['post']}>
          <div className={classes['head']}>
            <AccountFace {...account} name={name} size={index === 0 ? 36 : 28} />
            <span className={classes['names']}>
              <span className={classes['name']}>{name}</span>
              <span className={classes['when']}>{at === undefined ? 'now' : <Moment at={at} as="time" />}</span>
            </span>
            {posts.length > 1 ? (
              <span className={classes['number']}>
                {index + 1} of {posts.length}
              </span>
            ) : null}
          </div>
          <PreviewText platform={account.platform} network={account.network} text={text} />
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
    one.label === other.label &&
    one.at === other.at &&
    one.account.platform === other.account.platform &&
    one.account.name === other.account.name &&
    one.account.picture === other.account.picture &&
    one.account.network === other.account.network &&
    one.card?.url === other.card?.url &&
    one.card?.title === other.card?.title &&
    hasSame(one.posts, other.posts) &&
    hasSame(one.files, other.files)
  );
}

function hasSame<Item>(one: readonly Item[], other: readonly Item[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
