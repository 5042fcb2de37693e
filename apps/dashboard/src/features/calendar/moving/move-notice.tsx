import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FailureNotice } from '../../../ui/notices/failure-notice.tsx';
import { LiveRegion, Notice } from '../../../ui/notices/notice.tsx';
import { focusHeading } from '../../../ui/page/navigation.ts';
import { InlineLink } from '../../../ui/parts/links.tsx';
import { Moment } from '../../../ui/values/moment.tsx';
import { idOf } from '../../posts/list/post-pages.ts';
import { type Post, timeOf } from '../../posts/post-standing.ts';
import classes from '../calendar.module.css';
import { timeOfDay } from '../month/month.ts';
import type { MoveOutcome, PostMoves } from './post-moves.ts';

/** Says how moving a post ended and offers to undo it. Stays in view while the reader scrolls. */
export function MoveNotice({ moves }: { moves: PostMoves }) {
  const { outcome } = moves;
  const leave = () => {
    moves.dismiss();
    focusHeading({ preventScroll: true });
  };
  const close = (
    <Button variant="default" size="xs" onClick={leave}>
      Close
    </Button>
  );
  const isDone = outcome?.kind === 'moved' || outcome?.kind === 'undone';
  return (
    <div className={classes['outcome']}>
      <LiveRegion>{isDone ? <Done outcome={outcome} moves={moves} close={close} /> : null}</LiveRegion>
      {outcome?.kind === 'over' ? (
        <Notice
          tone="problem"
          title={
            <>
              Not moved: <Moment at={outcome.at.toISOString()} as="weekday" /> is over
            </>
          }
          actions={close}
        >
          <Text size="sm">
            A post keeps its time of day when it is moved. Nothing was changed: it is still scheduled for{' '}
            <Moment at={timeOf(outcome.post).toISOString()} as="weekday" />. Choose a later day, or{' '}
            <PostLink post={outcome.post}>give it another time</PostLink>.
          </Text>
        </Notice>
      ) : null}
      {outcome?.kind === 'failed' ? (
        <FailureNotice
          title="Not moved"
          error={outcome.error}
          effect="The calendar was read again and shows the post as it stands now."
          uncertain="It may have been moved anyway: check where it is before you move it again."
          actions={
            <>
              <PostLink post={outcome.post}>See the post</PostLink>
              {close}
            </>
          }
        />
      ) : null}
    </div>
  );
}

interface DoneProps {
  outcome: Extract<MoveOutcome, { kind: 'moved' | 'undone' }>;
  moves: PostMoves;
  close: ReactNode;
}

function Done({ outcome, moves, close }: DoneProps) {
  const { kind, post, at } = outcome;
  const isSkipped = kind === 'moved' && timeOfDay(at) !== timeOfDay(outcome.from);
  const undo = (from: Date) => {
    focusHeading({ preventScroll: true });
    return moves.undo(post, from);
  };
  return (
    <Notice
      tone="ok"
      title={
        <>
          {kind === 'moved' ? 'Moved to' : 'Moved back to'} <Moment at={at.toISOString()} as="weekday" />
        </>
      }
      actions={
        <>
          {kind === 'moved' ? (
            <Button
              variant="default"
              size="xs"
              loading={moves.moving.has(idOf(post))}
              onClick={() => undo(outcome.from)}
            >
              Undo
            </Button>
          ) : null}
          {close}
        </>
      }
    >
      {isSkipped ? (
        <Text size="sm">Clocks go forward on that day, and {timeOfDay(outcome.from)} is skipped.</Text>
      ) : null}
    </Notice>
  );
}

function PostLink({ post, children }: { post: Post; children: string }) {
  return <InlineLink href={`/posts/${idOf(post)}`}>{children}</InlineLink>;
}
