import { mediaKindOf } from '@social/rules';
import { useState } from 'react';
import { hasExpired } from '../../../shared/posts/stored-files.ts';
import classes from './entry.module.css';
import type { Entry } from './entry.ts';

const SIGNS = {
  image: 'M2 3h12v10H2zM2 11l3.5-3.5L8.5 10.5l2-2L14 12M10.6 5.6v.1',
  video: 'M2 3.5h12v9H2zM6.7 6v4l3.4-2z',
  document: 'M3.5 2h5.8l3.2 3.2V14h-9zM9 2.2v3.3h3.3M5.8 9h4.4M5.8 11.5h3',
};

/** The first file of an entry, small, and the number of the others. Files of other hosts are only hinted at. */
export function EntryMedia({ media: [first, ...others] }: Pick<Entry, 'media'>) {
  const [isGone, setIsGone] = useState(false);
  if (!first) return null;
  const kind = mediaKindOf(first.url) ?? 'image';
  const isOwn = URL.parse(first.url)?.origin === location.origin;
  const isShown = kind === 'image' && isOwn && !isGone && !hasExpired(first.url);
  return (
    <span className={classes['media']}>
      {isShown ? (
        <img
          src={first.url}
          alt=""
          className={classes['thumb']}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setIsGone(true)}
        />
      ) : (
        <svg className={classes['sign']} viewBox="0 0 16 16" aria-hidden="true">
          <path d={SIGNS[kind]} />
        </svg>
      )}
      {others.length > 0 ? <span aria-hidden="true">+{others.length}</span> : null}
      <span className={classes['spoken']}>with {others.length === 0 ? 'a file' : `${others.length + 1} files`}</span>
    </span>
  );
}
