import { Button, Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { COUNTER_KINDS } from '@social/types';
import { Link, useLocation, useSearchParams } from 'wouter';
import { AccountTable, PostTable } from '../../features/counters/month-table.tsx';
import {
  type CounterKind,
  type CounterTable,
  csvAddress,
  useCounterTable,
} from '../../shared/counters/counter-queries.ts';
import { KINDS, readKind } from '../../shared/counters/counter-words.ts';
import { addMonths, monthInWords, monthOf, readMonth, shortMonth } from '../../shared/counters/month.ts';
import { useChosenProfile } from '../../shared/profiles/chosen-profile.ts';
import { EmptyState } from '../../ui/notices/empty-state.tsx';
import { ReadFailure } from '../../ui/notices/failure-notice.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Section } from '../../ui/page/section.tsx';
import { LinkButton } from '../../ui/parts/links.tsx';
import { Hint } from '../../ui/parts/text.tsx';

/** Shows how the posts of a month did: by account, and the best posts. */
export default function ResultsPage() {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const month = readMonth(search.get('month'), new Date());
  const by = readKind(search.get('by'));
  const { chosen } = useChosenProfile();
  const of = chosen ? { profile: chosen.slug } : {};
  const table = useCounterTable(month, by, of);
  return (
    <Page heading="Results" beside={<MonthLinks month={month} by={by} />}>
      <Group justify="space-between" align="flex-end" gap="sm">
        <NativeSelect
          label="Best by"
          value={by}
          data={COUNTER_KINDS.map((kind) => ({ value: kind, label: KINDS[kind] }))}
          onChange={({ currentTarget: { value } }) => navigate(addressOf(month, readKind(value)), { replace: true })}
        />
        <Button component="a" href={csvAddress(month, of)} download={`results-${month}.csv`} variant="default">
          Download as CSV
        </Button>
      </Group>
      <ReadFailure title="The results could not be read" query={table} />
      {table.isPending ? <Skeleton h={420} /> : null}
      {table.data ? <ShownMonth table={table.data} profile={chosen?.name} /> : null}
    </Page>
  );
}

function ShownMonth({ table, profile }: { table: CounterTable; profile: string | undefined }) {
  const { month, by, accounts, posts, isComplete } = table;
  if (posts.length === 0) {
    return (
      <EmptyState
        title={`No numbers from ${monthInWords(month)}${profile === undefined ? '' : ` in ${profile}`}`}
        action={<LinkButton href="/">See your posts</LinkButton>}
      >
        The server asks the networks about each post once a day for a week, and whenever somebody opens the post here. X
        is asked only when you press Refresh on a post, because it charges for each reading. LinkedIn and Telegram tell
        nothing.
      </EmptyState>
    );
  }
  return (
    <Stack gap="xl">
      <Section title={`Accounts in ${monthInWords(month)}`}>
        <AccountTable accounts={accounts} />
      </Section>
      <Section title={`Best posts by ${KINDS[by].toLowerCase()}`}>
        <PostTable posts={posts} />
        <Hint>
          Each network counts in its own way: reactions are likes and favourites, shares are reposts and boosts, views
          are also impressions. A dash stands for what a network does not tell. The month is in UTC.
        </Hint>
        {isComplete ? null : <Text size="sm">This month has more posts than are counted here; the latest are.</Text>}
      </Section>
    </Stack>
  );
}

function MonthLinks({ month, by }: { month: string; by: CounterKind }) {
  return (
    <Group component="nav" aria-label="Months" gap="xs">
      {([-1, 0, 1] as const).map((step) => {
        const target = step === 0 ? monthOf(new Date()) : addMonths(month, step);
        return (
          // The key keeps the pressed link and its focus while months are paged.
          <Button key={step} component={Link} href={addressOf(target, by)} variant="default" size="xs">
            {step === 0 ? 'This month' : shortMonth(target)}
          </Button>
        );
      })}
    </Group>
  );
}

function addressOf(month: string, by: CounterKind): string {
  return `/results?${new URLSearchParams({ month, by })}`;
}
