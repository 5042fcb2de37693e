import { Anchor, Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Moment } from '../../ui/moment.tsx';
import { LiveRegion, Notice } from '../../ui/notice.tsx';
import { idOf } from '../posts/list/post-pages.ts';
import { type Post, timeOf } from '../posts/post-standing.ts';
import classes from './calendar.module.css';
import { timeOfDay } from './month.ts';
import type { MoveOutcome, PostMoves } from './post-moves.ts';

/** What came of moving a post, in view however far down the month is read, with the way back. */
export function MoveNotice({ moves }: { moves: PostMoves }) {
  const { outcome } = moves;
  const leave = () => {
    moves.dismiss();
    focusPage();
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
            A post keeps its time of day when it is moved. Nothing was changed: it waits for{' '}
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
          uncertain="It may have been moved anyway: see where it stands before moving it again."
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
    focusPage();
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
  return (
    <Anchor component={Link} href={`/posts/${idOf(post)}`} inherit underline="always">
      {children}
    </Anchor>
  );
}

/** The button that was pressed is gone with its notice. */
function focusPage(): void {
  document.querySelector('h1')?.focus({ preventScroll: true });
}
