import { Anchor, Button, Group, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice, TryAgain } from '../../ui/failure-notice.tsx';
import { LiveRegion } from '../../ui/notice.tsx';
import { inFigures } from '../../ui/quantities.ts';
import { Rows, WaitingRows } from '../../ui/rows.tsx';
import { type ActivityFilters, entriesOf, useActivity } from './activity.ts';
import { EntryRow } from './entry-row.tsx';

/** The entries that match, the newest first, and a button for older ones. */
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
    // The button that had the focus is gone when there is nothing older.
    if (hasAsked && !hasNextPage) end.current?.focus();
  }, [hasAsked, hasNextPage]);

  return (
    <>
      <LiveRegion>
        {data ? (
          <Text size="sm" c="dimmed">
            {isPlaceholderData ? 'Reading…' : countInWords(entries.length, total)}
          </Text>
        ) : null}
      </LiveRegion>
      {isError ? (
        <FailureNotice
          title="The activity could not be read"
          error={activity.error}
          effect={data ? 'What is shown below may be old.' : 'Nothing was changed.'}
          actions={<TryAgain query={activity} />}
        />
      ) : null}
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
        title="No entry matches"
        action={
          <Button variant="default" onClick={onShowAll}>
            Show everything
          </Button>
        }
      >
        Nothing like this has happened yet, or it happened under another filter.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="Nothing has happened yet"
      action={
        <Anchor component={Link} href="/connections">
          Connect a platform
        </Anchor>
      }
    >
      What becomes of each post on each platform is written down here, and what changes about connections and profiles.
      Begin by connecting a platform.
    </EmptyState>
  );
}
