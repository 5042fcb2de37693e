import { Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import type { Target } from '@social/types';
import { type Account, useAccountsOf } from '../../shared/connections/accounts.ts';
import {
  type Counter,
  type Reading,
  type Refresh,
  usePostCounters,
  useRefreshCounters,
} from '../../shared/counters/counter-queries.ts';
import { AccountLabel } from '../../ui/accounts/account-label.tsx';
import { FailureNotice, ReadFailure } from '../../ui/notices/failure-notice.tsx';
import { LiveRegion } from '../../ui/notices/notice.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Hint } from '../../ui/parts/text.tsx';
import { Moment } from '../../ui/values/moment.tsx';
import { inFigures } from '../../ui/values/quantities.ts';
import classes from './post-counters.module.css';
import { ReadingNote } from './reading-note.tsx';

/** Height of an account with one line of numbers, so that little moves when they appear. */
const ROW_HEIGHT = 118;

/** Shows the counters of a post, account by account. @param count number of platforms on which it was published */
export function PostCounters({ id, profile, count }: { id: string; profile: string; count: number }) {
  const accountOf = useAccountsOf(profile);
  const counters = usePostCounters(id);
  const refresh = useRefreshCounters(id);
  const button = (
    <Button variant="default" size="xs" loading={refresh.isPending} onClick={() => refresh.mutate()}>
      Refresh
    </Button>
  );
  return (
    <Section title="How it did" beside={button}>
      <FailureNotice title="Not refreshed" error={refresh.error} effect="The numbers below are the last ones." />
      {counters.isPending ? <Skeleton h={count * ROW_HEIGHT} /> : null}
      {counters.data ? null : <ReadFailure title="The numbers could not be read" query={counters} />}
      {counters.data ? (
        <Paper component="ul" withBorder className="plain-list" aria-label="How it did">
          {counters.data.readings.map((reading) => (
            <li key={`${reading.platform} ${reading.account} ${reading.target}`} className={classes['row']}>
              <ShownReading
                reading={reading}
                profile={profile}
                account={accountOf(targetOf(reading), reading.account ?? undefined)}
              />
            </li>
          ))}
        </Paper>
      ) : null}
      <LiveRegion>{refresh.isSuccess ? <Refreshed {...refresh.data} /> : null}</LiveRegion>
    </Section>
  );
}

function targetOf({ platform, target }: Reading): Target {
  return target === undefined ? platform : `${platform}:${target}`;
}

/** Says what asking again has brought: the server asks no network twice within seconds. */
function Refreshed({ isNewer, latest }: Refresh) {
  if (isNewer) return <Hint>The networks were asked again.</Hint>;
  if (latest === null) return <Hint>No network gave any numbers.</Hint>;
  return (
    <Hint>
      Nothing newer yet: the latest numbers were read at <Moment at={latest} as="time" />.
    </Hint>
  );
}

function ShownReading({ reading, profile, account }: { reading: Reading; profile: string; account: Account }) {
  const { counters, readAt, note } = reading;
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="2px var(--mantine-spacing-md)">
        <AccountLabel {...account} size={28} fw={600} />
        {readAt ? (
          <Text component="span" size="sm" c="dimmed">
            read <Moment at={readAt} as="distance" />
          </Text>
        ) : null}
      </Group>
      {counters.length > 0 ? <Figures counters={counters} /> : null}
      {note ? <ReadingNote reading={{ ...reading, note }} profile={profile} /> : null}
    </Stack>
  );
}

/** Numbers over the network's own words. */
function Figures({ counters }: { counters: readonly Counter[] }) {
  return (
    <dl className={classes['figures']}>
      {counters.map(({ name, label, value }) => (
        <div key={name} className={classes['figure']}>
          <dt>{label}</dt>
          <dd>{inFigures(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
