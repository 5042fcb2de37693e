import { Stack, Text } from '@mantine/core';
import { postCost } from '@social/rules';
import { platformOf, type Schema, type Target } from '@social/types';
import { describeFailure } from '../../../api/failures.ts';
import type { Account, FindAccount } from '../../../shared/connections/accounts.ts';
import { allPartsOf, nameOfPart } from '../../../shared/posts/results/part-name.ts';
import { reasonOf } from '../../../shared/posts/results/result-state.ts';
import { LiveRegion, Notice } from '../../../ui/notices/notice.tsx';
import { StateMark } from '../../../ui/parts/state-mark.tsx';
import { Caution, Hint } from '../../../ui/parts/text.tsx';
import { PlatformGlyph } from '../../../ui/platforms/platform-glyph.tsx';
import { inCredits, inFigures } from '../../../ui/values/quantities.ts';
import classes from '../compose.module.css';
import { PostPreview } from '../preview/post-preview.tsx';
import type { TargetCheck } from './problems.ts';

const UNEXPLAINED = 'The server would not send it.';

interface CheckPanelProps {
  checks: readonly TargetCheck[];
  accountOf: FindAccount;
  /** Time at which it is published (RFC 3339); undefined for now. */
  at: string | undefined;
  /** Last answer to a dry run; undefined before the first one. */
  dryRun: Pick<Schema<'PostPreview'>, 'platformResults' | 'credits' | 'available'> | undefined;
  isChecking: boolean;
  error: unknown;
}

/** Shows for each account about what its readers see, what would happen and what it would cost, before anything is sent. */
export function CheckPanel({ checks, accountOf, at, dryRun, isChecking, error }: CheckPanelProps) {
  if (checks.length === 0) {
    return (
      <Hint>
        Choose where to publish: each account's post is shown and checked here, with its cost, before anything is sent.
      </Hint>
    );
  }
  return (
    <Stack gap="sm">
      <LiveRegion>
        <Cost checks={checks} dryRun={dryRun} isChecking={isChecking} hasFailed={error !== null} />
      </LiveRegion>
      {error ? (
        <Text size="sm">
          The server could not check it: {describeFailure(error).text} Nothing was sent. You can still send it; the
          server checks it again then.
        </Text>
      ) : null}
      <ul className={`plain-list ${classes['checks']}`} aria-label="Checks before sending">
        {checks.map((check) => (
          <CheckRow
            key={check.target}
            check={check}
            account={accountOf(check.target)}
            at={at}
            result={dryRun?.platformResults[check.target]}
          />
        ))}
      </ul>
      <Hint>
        These previews are approximations: networks change how they look. The lengths and this check are what counts.
      </Hint>
    </Stack>
  );
}

interface CheckRowProps extends Pick<CheckPanelProps, 'at'> {
  check: TargetCheck;
  account: Account;
  result: Schema<'PlatformResult'> | undefined;
}

function CheckRow({ check, account, at, result }: CheckRowProps) {
  const { target, name, posts, comments, files, leftOut, notes } = check;
  const here = [...check.gaps, ...check.problems];
  const problems = here.length > 0 ? here : refusalsOf(target, result);
  return (
    <li aria-label={name} className={classes['check']}>
      <div className={classes['checkHead']}>
        <span className={classes['network']}>
          <PlatformGlyph target={target} />
          {name}
        </span>
        <span className={classes['soft']}>{inCredits(result?.credits ?? costOf(check))}</span>
      </div>
      <PostPreview {...{ label: name, account, posts, files, at, card: result?.card }} />
      <span className={classes['state']}>
        <StateMark tone={problems.length > 0 ? 'warning' : result ? 'ok' : 'off'} />
        {problems.length > 0 ? 'Problem' : result ? 'Ready' : 'Not checked yet'}
      </span>
      {problems.map((problem) => (
        <Text key={problem} size="sm">
          {problem}
        </Text>
      ))}
      {posts.length + comments > 1 ? (
        <Hint>
          {amountOf(check)}, {inCredits(postCost(platformOf(target)))} each
        </Hint>
      ) : null}
      {leftOut ? <Caution>{leftOut.replaceAll(` on ${name}`, '')}</Caution> : null}
      {notes.map((note) => (
        <Hint key={note}>{note}</Hint>
      ))}
      {result?.noCard && !result.card ? <Hint>{result.noCard}</Hint> : null}
    </li>
  );
}

/** "3 parts and 1 comment". */
function amountOf({ posts, comments }: TargetCheck): string {
  const written = posts.length > 1 ? `${posts.length} parts` : 'The post';
  if (comments === 0) return written;
  return `${written} and ${comments} ${comments === 1 ? 'comment' : 'comments'}`;
}

/** Returns why the server would not send it: one reason, or one for each part and comment when they differ. */
function refusalsOf(target: Target, result: Schema<'PlatformResult'> | undefined): string[] {
  if (result?.state !== 'problem') return [];
  const parts = allPartsOf(result);
  const isSame = new Set(parts.map(({ error }) => error)).size <= 1;
  if (isSame) return [reasonOf(parts[0] ?? result, target) ?? UNEXPLAINED];
  const refused = parts.filter(({ state }) => state === 'problem');
  return refused.map(
    (part) => `${nameOfPart(result, part.part) ?? 'The post'}: ${reasonOf(part, target) ?? UNEXPLAINED}`,
  );
}

function costOf({ target, posts, comments }: TargetCheck): number {
  return (posts.length + comments) * postCost(platformOf(target));
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
