import { Group, Stack, Text } from '@mantine/core';
import { undecidedCredits } from '@social/rules';
import { type PlatformId, platformName, platformOf, type Schema, type Target } from '@social/types';
import type { ReactNode } from 'react';
import { AccountLabel } from '../../../ui/accounts/account-label.tsx';
import { InlineLink, NewTabLink } from '../../../ui/parts/links.tsx';
import { StateWords } from '../../../ui/parts/state-mark.tsx';
import { Hint } from '../../../ui/parts/text.tsx';
import { Moment } from '../../../ui/values/moment.tsx';
import { inCredits } from '../../../ui/values/quantities.ts';
import type { Account } from '../../connections/accounts.ts';
import { PublishProgress } from './publish-progress.tsx';
import { reasonOf, resultState } from './result-state.ts';
import { ThreadParts } from './thread-parts.tsx';

interface PlatformResultProps {
  target: Target;
  /** The account that the post was or will be published as. */
  account: Account;
  result: Schema<'PlatformResult'>;
  /** Address of the page that connects platforms. */
  connectionsAddress: string;
  /** Actions that the user can take. */
  children?: ReactNode;
}

/** The result of a post at one target: state, account, address, credits, and the next step after a failure. */
export function PlatformResult({ target, account, result, connectionsAddress, children }: PlatformResultProps) {
  const platform = platformOf(target);
  const name = platformName(platform);
  const { tone, words } = resultState(result);
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs" wrap="wrap">
        <AccountLabel {...account} size={28} fw={600} />
        <Group gap="md">
          <StateWords tone={tone}>{words}</StateWords>
          <Hint>{creditsInWords(platform, result)}</Hint>
        </Group>
      </Group>
      {result.parts ? <ThreadParts result={result} label={name} /> : <Address result={result} name={name} />}
      {result.progress ? <PublishProgress progress={result.progress} label={name} /> : null}
      <Reason target={target} result={result} connectionsAddress={connectionsAddress} />
      {result.note ? <Hint>{result.note.replace(` on ${name}`, '')}</Hint> : null}
      {children}
    </Stack>
  );
}

/** Returns the credits that were charged, or while the outcome is open, those that would be. */
function creditsInWords(platform: PlatformId, result: Schema<'PlatformResult'>): string {
  const open = undecidedCredits(platform, result);
  if (open === 0) return inCredits(result.credits);
  return `${result.credits === 0 ? '' : `${result.credits} + `}${inCredits(open)} if published`;
}

function Address({ result, name }: { result: Schema<'PlatformResult'>; name: string }) {
  if (!result.ok) return null;
  if (result.removedAt)
    return (
      <Hint>
        Deleted there <Moment at={result.removedAt} as="time" />
      </Hint>
    );
  if (result.url) {
    return <NewTabLink href={result.url}>Open it on {name} (new tab)</NewTabLink>;
  }
  return result.platformPostId ? <Hint>Its id there: {result.platformPostId}</Hint> : null;
}

function Reason({ target, result, connectionsAddress }: Omit<PlatformResultProps, 'children' | 'account'>) {
  const { ok, state, code, nextAttemptAt } = result;
  if (ok || state === 'sending' || state === 'canceled') return null;
  return (
    <Text size="sm">
      {reasonOf(result, target)}{' '}
      {nextAttemptAt ? (
        <>
          It is sent again automatically <Moment at={nextAttemptAt} as="distance" />.
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
        <InlineLink href={connectionsAddress}>Connect it</InlineLink>, then retry.
      </>
    );
  }
  if (code === 'paid_plan_required' || code === 'insufficient_credits') {
    return <InlineLink href="/usage">See your plan and credits</InlineLink>;
  }
  return null;
}
