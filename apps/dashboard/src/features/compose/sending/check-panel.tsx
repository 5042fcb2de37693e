import { Group, Paper, Stack, Text } from '@mantine/core';
import { postCost } from '@social/rules';
import type { PlatformId, Schema } from '@social/types';
import { describeFailure } from '../../../api/failures.ts';
import { LiveRegion, Notice } from '../../../ui/notices/notice.tsx';
import { StateMark } from '../../../ui/parts/state-mark.tsx';
import { Hint } from '../../../ui/parts/text.tsx';
import { PlatformLabel } from '../../../ui/platforms/platform-label.tsx';
import { inCredits, inFigures } from '../../../ui/values/quantities.ts';
import { reasonOf } from '../../posts/results/result-state.ts';
import classes from '../compose.module.css';
import type { PlatformCheck } from './problems.ts';

const UNEXPLAINED = 'The server would not send it.';

interface CheckPanelProps {
  checks: readonly PlatformCheck[];
  /** Last answer to a dry run; undefined before the first one. */
  dryRun: Pick<Schema<'PostPreview'>, 'platformResults' | 'credits' | 'available'> | undefined;
  isChecking: boolean;
  error: unknown;
}

/** Shows for each platform what would happen and what it would cost, before anything is sent. */
export function CheckPanel({ checks, dryRun, isChecking, error }: CheckPanelProps) {
  if (checks.length === 0) {
    return <Hint>Choose where to publish: each platform is checked here, with its cost, before anything is sent.</Hint>;
  }
  return (
    <Stack gap="sm">
      <ul className={`plain-list ${classes['list']}`} aria-label="Checks before sending">
        {checks.map((check) => (
          <CheckRow key={check.platform} check={check} result={dryRun?.platformResults[check.platform]} />
        ))}
      </ul>
      <LiveRegion>
        <Cost checks={checks} dryRun={dryRun} isChecking={isChecking} hasFailed={error !== null} />
      </LiveRegion>
      {error ? (
        <Text size="sm">
          The server could not check it: {describeFailure(error).text} Nothing was sent. You can still send it; the
          server checks it again then.
        </Text>
      ) : null}
    </Stack>
  );
}

function CheckRow({ check, result }: { check: PlatformCheck; result: Schema<'PlatformResult'> | undefined }) {
  const { platform, posts, note } = check;
  const here = [...check.gaps, ...check.problems];
  const problems = here.length > 0 ? here : refusalsOf(platform, result);
  return (
    <li>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" fw={600} component="span">
          <PlatformLabel platform={platform} />
        </Text>
        <Text size="sm" c="dimmed" component="span" flex="none">
          {inCredits(result?.credits ?? costOf(check))}
        </Text>
      </Group>
      <Group gap={6} wrap="nowrap">
        {problems.length > 0 || result ? <StateMark tone={problems.length > 0 ? 'warning' : 'ok'} /> : null}
        <Text size="sm">{problems.length > 0 ? 'Problem' : result ? 'Ready' : 'Not checked yet'}</Text>
      </Group>
      {problems.map((problem) => (
        <Text key={problem} size="sm">
          {problem}
        </Text>
      ))}
      {posts > 1 ? (
        <Hint>
          {posts} parts, {inCredits(postCost(platform))} each
        </Hint>
      ) : null}
      {note ? <Hint>{note.replace(` on ${platform}`, '')}</Hint> : null}
      <LinkPreview result={result} />
    </li>
  );
}

/** Shows the card that readers see below the post, or says why its link has none. */
function LinkPreview({ result }: { result: Schema<'PlatformResult'> | undefined }) {
  const { card, noCard } = result ?? {};
  if (!card) return noCard ? <Hint>{noCard}</Hint> : null;
  return (
    <Paper withBorder p="xs" mt={4} component="section" aria-label={`Card of ${card.url}`}>
      <Text size="xs" c="dimmed" truncate>
        {new URL(card.url).host}
        {card.picture ? ', with a picture' : ''}
      </Text>
      <Text size="sm" fw={600} lineClamp={2}>
        {card.title}
      </Text>
      {card.description ? (
        <Text size="xs" lineClamp={2}>
          {card.description}
        </Text>
      ) : null}
    </Paper>
  );
}

/** Returns why the server would not send it: one reason, or one for each part of a thread when they differ. */
function refusalsOf(platform: PlatformId, result: Schema<'PlatformResult'> | undefined): string[] {
  if (result?.state !== 'problem') return [];
  const { parts = [] } = result;
  const isSame = new Set(parts.map(({ error }) => error)).size <= 1;
  if (isSame) return [reasonOf(parts[0] ?? result, platform) ?? UNEXPLAINED];
  const refused = parts.filter(({ state }) => state === 'problem');
  return refused.map((part) => `Part ${part.part}: ${reasonOf(part, platform) ?? UNEXPLAINED}`);
}

function costOf({ platform, posts }: PlatformCheck): number {
  return posts * postCost(platform);
}

/** "4 credits; 499 left". */
function Cost({
  checks,
  dryRun,
  isChecking,
  hasFailed,
}: Pick<CheckPanelProps, 'checks' | 'dryRun' | 'isChecking'> & {
  hasFailed: boolean;
}) {
  if (hasFailed) return null;
  if (isChecking) return <Text size="sm">Checking…</Text>;
  if (!dryRun) {
    // Without a text there is nothing to check yet.
    const sum = checks.reduce((credits, check) => credits + costOf(check), 0);
    return <Text size="sm">It would cost {inCredits(sum)}.</Text>;
  }
  const { credits, available } = dryRun;
  if (credits <= available) {
    return (
      <Text size="sm">
        Costs {inCredits(credits)}; {inFigures(available)} left.
      </Text>
    );
  }
  return (
    <Notice tone="problem" title="Not enough credits">
      <Text size="sm">
        The post costs {inCredits(credits)}, and {inCredits(available)} {available === 1 ? 'is' : 'are'} left. Choose
        fewer platforms, or wait for the next allowance.
      </Text>
    </Notice>
  );
}
