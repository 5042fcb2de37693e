import { Anchor, Group, Stack, Text } from '@mantine/core';
import { undecidedCredits } from '@social/rules';
import { type PlatformId, platformName, type Schema } from '@social/types';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Moment } from '../../../ui/moment.tsx';
import { PlatformLabel } from '../../../ui/platform-label.tsx';
import { inCredits } from '../../../ui/quantities.ts';
import { StateMark } from '../../../ui/state-mark.tsx';
import { PublishProgress } from '../details/publish-progress.tsx';
import { ThreadParts } from '../details/thread-parts.tsx';
import { reasonOf, resultState } from './result-state.ts';

interface PlatformResultProps {
  platform: PlatformId;
  result: Schema<'PlatformResult'>;
  /** Where a platform that has to be connected can be. */
  connectionsAddress: string;
  /** What the user can do here. */
  children?: ReactNode;
}

/** What became of a post on one platform: state, account, address, credits, and the next step where it failed. */
export function PlatformResult({ platform, result, connectionsAddress, children }: PlatformResultProps) {
  const name = platformName(platform);
  const { tone, words } = resultState(result);
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs" wrap="wrap">
        <Group gap="sm">
          <PlatformLabel platform={platform} fw={600} />
          {result.account ? (
            <Text size="sm" c="dimmed">
              as {result.account}
            </Text>
          ) : null}
        </Group>
        <Group gap="md">
          <Group gap={6} wrap="nowrap">
            <StateMark tone={tone} />
            <Text size="sm" fw={600}>
              {words}
            </Text>
          </Group>
          <Text size="sm" c="dimmed">
            {creditsInWords(platform, result)}
          </Text>
        </Group>
      </Group>
      {result.parts ? <ThreadParts parts={result.parts} label={name} /> : <Address result={result} name={name} />}
      {result.progress ? <PublishProgress progress={result.progress} label={name} /> : null}
      <Reason platform={platform} result={result} connectionsAddress={connectionsAddress} />
      {result.note ? (
        <Text size="sm" c="dimmed">
          {result.note.replace(` on ${platform}`, '')}
        </Text>
      ) : null}
      {children}
    </Stack>
  );
}

/** What was charged; while that is not known, what would be. */
function creditsInWords(platform: PlatformId, result: Schema<'PlatformResult'>): string {
  const open = undecidedCredits(platform, result);
  if (open === 0) return inCredits(result.credits);
  return `${result.credits === 0 ? '' : `${result.credits} + `}${inCredits(open)} if published`;
}

function Address({ result, name }: { result: Schema<'PlatformResult'>; name: string }) {
  if (!result.ok) return null;
  if (result.url) {
    return (
      <Anchor href={result.url} target="_blank" rel="noopener" size="sm">
        Open it on {name} (new tab)
      </Anchor>
    );
  }
  return result.platformPostId ? (
    <Text size="sm" c="dimmed">
      Its id there: {result.platformPostId}
    </Text>
  ) : null;
}

function Reason({ platform, result, connectionsAddress }: Omit<PlatformResultProps, 'children'>) {
  const { ok, state, code, nextAttemptAt } = result;
  if (ok || state === 'sending' || state === 'canceled') return null;
  return (
    <Text size="sm">
      {reasonOf(result, platform)}{' '}
      {nextAttemptAt ? (
        <>
          It is sent again by itself <Moment at={nextAttemptAt} as="distance" />.
        </>
      ) : (
        <NextStep code={code} connectionsAddress={connectionsAddress} />
      )}
    </Text>
  );
}

function NextStep({ code, connectionsAddress }: { code: string | undefined; connectionsAddress: string }) {
  if (code === 'not_connected' || code === 'reconnect_required') {
    return (
      <>
        <Anchor component={Link} href={connectionsAddress} inherit underline="always">
          Connect it
        </Anchor>
        , then retry.
      </>
    );
  }
  if (code === 'paid_plan_required' || code === 'insufficient_credits') {
    return (
      <Anchor component={Link} href="/usage" inherit underline="always">
        See your plan and credits
      </Anchor>
    );
  }
  return null;
}
