import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { ReadFailure } from '../../ui/notices/failure-notice.tsx';
import { LiveRegion } from '../../ui/notices/notice.tsx';
import { PageLink } from '../../ui/parts/links.tsx';
import { Rows, WaitingRows } from '../../ui/parts/rows.tsx';
import { Hint } from '../../ui/parts/text.tsx';
import { inFigures } from '../../ui/values/quantities.ts';
import { type ActivityFilters, entriesOf, useActivity } from './activity.ts';
import { EntryRow } from './entry-row.tsx';

/** Lists the matching entries, newest first, with a button for older ones. */
export function ActivityList({ filters, onShowAll }: { filters: ActivityFilters; onShowAll: () => void }) {
  const activity = useActivity(filters);
  const { data, hasNextPage, isFetching, isError, isPlaceholderData, fetchNextPage } = activity;
  const entries = data ? entriesOf(data.pages) : [];
  const total = data?.pages.at(-1)?.total ?? 0;
  const end = useRef<HTMLParagraphElement>(null);
  const pages = data?.pages.length ?? 0;
  const shown = JSON.stringify(filters);
  const [asked, setAsked] = useState<{ readonly shown: string; readonly pages: number }>();
  // A click on "Show older" counts only for the filters it was made under.
  if (asked && asked.shown !== shown) setAsked(undefined);
  const hasAsked = asked?.shown === shown && !isPlaceholderData;
  const isReadingOlder = hasAsked && asked.pages === pages && hasNextPage && !isError;
  useEffect(() => {
    // A live change refetches every page and cancels this read, so the read starts again afterwards.
    if (isReadingOlder && !isFetching) void fetchNextPage();
  }, [isReadingOlder, isFetching, fetchNextPage]);
  useEffect(() => {
    // The button that had the focus disappears when no older entry is left.
    if (hasAsked && !hasNextPage) end.current?.focus();
  }, [hasAsked, hasNextPage]);

  return (
    <>
      <LiveRegion>
        {data ? <Hint>{isPlaceholderData ? 'Reading…' : countInWords(entries.length, total)}</Hint> : null}
      </LiveRegion>
      <ReadFailure title="The activity could not be read" query={activity} />
      {activity.isPending ? <WaitingRows count={8} height={76} /> : null}
      {data && entries.length === 0 ? (
        <NoEntries isFiltered={Object.keys(filters).length > 0} onShowAll={onShowAll} />
      ) : null}
      {entries.length > 0 ? (
        <Rows label="Activity">
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
        </Rows>
      ) : null}
      <Group justify="center">
        {hasNextPage ? (
          <Button
            variant="default"
            aria-disabled={isReadingOlder}
            onClick={() => {
              setAsked({ shown, pages });
              if (isError) void fetchNextPage();
            }}
          >
            {isReadingOlder ? 'Reading…' : 'Show older'}
          </Button>
        ) : hasAsked ? (
          <Text ref={end} tabIndex={-1} size="sm" c="dimmed">
            There is nothing older.
          </Text>
        ) : null}
      </Group>
    </>
  );
}

function countInWords(shown: number, total: number): string {
  const all = `${inFigures(total)} ${total === 1 ? 'entry' : 'entries'}`;
  return shown < total ? `The newest ${inFigures(shown)} of ${all}` : all;
}

function NoEntries({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState
        drawing="search"
        title="No entry matches"
        action={
          <Button variant="default" onClick={onShowAll}>
            Show everything
          </Button>
        }
      >
        Nothing like this has happened yet, or other filters would show it.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      drawing="log"
      title="Nothing has happened yet"
      action={<PageLink href="/connections">Connect an account</PageLink>}
    >
      This page lists the result of each post on each account, and every change to connections and profiles. Begin by
      connecting an account.
    </EmptyState>
  );
}
