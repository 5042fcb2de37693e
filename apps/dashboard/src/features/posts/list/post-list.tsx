import { Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useEffect } from 'react';
import { FailureNotice } from '../../../ui/notices/failure-notice.tsx';
import { LiveRegion } from '../../../ui/notices/notice.tsx';
import { inFigures } from '../../../ui/values/quantities.ts';
import { useCounted } from './counted.ts';
import classes from './post-list.module.css';
import { type PostPages, rowAt } from './post-pages.ts';
import { PostRow } from './post-row.tsx';
import { usePostRows } from './post-rows.ts';

/** Number of rows before the end of the loaded list at which the next page is read. */
const ROWS_AHEAD = 15;

interface PostListProps {
  /** Identifies the list, so that every row is in its place when the reader returns. */
  name: string;
  pages: PostPages;
  /** The page that could not be read, with its error. */
  failure: { cursor: string; error: unknown } | null;
  /** Reads the page at a cursor. */
  read: (cursor: string) => void;
}

/** A list of posts that renders only the rows in view, and reads the next page as its end approaches. */
export function PostList({ name, pages, failure, read }: PostListProps) {
  const { list, ids, virtualizer, onFocus, onBlur } = usePostRows(name, pages);
  const items = virtualizer.getVirtualItems();
  const rows = items.map((item) => ({ item, ...rowAt(pages, item.index) }));
  const countedOf = useCounted(rows.flatMap(({ post }) => post ?? []));
  const end = pages.at(-1)?.nextCursor ?? null;
  const isNearEnd = (items.at(-1)?.index ?? 0) >= ids.length - ROWS_AHEAD;
  const wanted = new Set(rows.filter(({ page }) => page.isOld || !page.posts).map(({ page }) => page.cursor));
  if (isNearEnd) wanted.add(end);
  useEffect(() => {
    for (const cursor of wanted) if (cursor !== null && cursor !== failure?.cursor) read(cursor);
  });
  return (
    <div>
      <LiveRegion>
        <VisuallyHidden>{`${inFigures(ids.length)} ${ids.length === 1 ? 'post' : 'posts'} loaded${end ? '' : ', no more'}`}</VisuallyHidden>
      </LiveRegion>
      <ul
        ref={list}
        className={`plain-list ${classes['list']}`}
        style={{ height: virtualizer.getTotalSize() }}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        {rows.map(({ item, post }) => (
          <li
            key={item.key}
            data-index={item.index}
            ref={post ? virtualizer.measureElement : undefined}
            className={classes['item']}
            style={{ transform: `translateY(${item.start - virtualizer.options.scrollMargin}px)` }}
            aria-setsize={end ? -1 : ids.length}
            aria-posinset={item.index + 1}
          >
            {post ? <PostRow post={post} counted={countedOf(post.id ?? '')} /> : <RowSkeleton height={item.size} />}
          </li>
        ))}
      </ul>
      {failure ? (
        <FailureNotice
          title="Not all posts could be read"
          error={failure.error}
          effect="Nothing was changed."
          actions={
            <Button variant="default" onClick={() => read(failure.cursor)}>
              Try again
            </Button>
          }
        />
      ) : end ? (
        <RowSkeleton height={106} />
      ) : (
        <Text size="sm" c="dimmed" py="md">
          {ids.length === 1 ? 'That is the only one.' : `That is all: ${inFigures(ids.length)} posts.`}
        </Text>
      )}
    </div>
  );
}

/** Placeholder for a post that loads. */
export function RowSkeleton({ height }: { height: number }) {
  return (
    <Stack className={classes['row']} h={height} gap={10} aria-hidden>
      <Skeleton h={16} w="40%" />
      <Skeleton h={16} />
      <Skeleton h={16} w="25%" />
    </Stack>
  );
}
