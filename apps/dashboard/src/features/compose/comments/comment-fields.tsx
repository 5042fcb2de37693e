import { Button, CloseButton, Group, Stack, Textarea } from '@mantine/core';
import { hasComments, leftOut, measureComment, type TextPlace } from '@social/rules';
import { platformOf, type Target } from '@social/types';
import { useRef } from 'react';
import { Hint } from '../../../ui/parts/text.tsx';
import { useTargetName } from '../../../ui/platforms/target-name.ts';
import classes from '../compose.module.css';
import { Counter } from '../text/text-counters.tsx';
import type { Writing } from '../writing.ts';

interface Places {
  /** The chosen targets. */
  platforms: readonly Target[];
  /** Place of a target's text, which decides its limit. */
  placeOf: (target: Target) => TextPlace;
}

export interface CommentsProps extends Places, Pick<Writing, 'comments'> {
  onChange: (change: Pick<Writing, 'comments'>) => void;
}

const MOST = 10;
const MAX_LENGTH = 10_000;

/** The comments in their order, with the networks for which one is too long, and those that leave them out. */
export default function CommentFields({ platforms, placeOf, comments, onChange }: CommentsProps) {
  const list = useRef<HTMLDivElement>(null);
  const shown = comments.length === 0 ? [''] : comments;
  const taking = platforms.filter((target) => hasComments(platformOf(target), placeOf(target).network));
  const focus = (index: number) =>
    // The field is there after the next rendering.
    setTimeout(() => list.current?.querySelectorAll('textarea')[index]?.focus());
  const remove = (index: number) => {
    onChange({ comments: comments.toSpliced(index, 1) });
    focus(Math.max(0, Math.min(index, comments.length - 2)));
  };
  const add = () => {
    onChange({ comments: [...shown, ''] });
    focus(shown.length);
  };
  return (
    <Stack ref={list} gap="xs" maw="36rem">
      <Hint>Sent below the post once it is published. Each costs as much as a post.</Hint>
      {shown.map((comment, index) => (
        <Stack key={index} gap={4}>
          <Group gap="xs" wrap="nowrap" align="flex-end">
            <Textarea
              label={`Comment ${index + 1}`}
              className={classes['growing'] ?? ''}
              style={{ '--rows': 2 }}
              rows={2}
              flex={1}
              miw={0}
              maxLength={MAX_LENGTH}
              value={comment}
              onChange={({ currentTarget }) => onChange({ comments: shown.with(index, currentTarget.value) })}
            />
            {comments.length > 0 ? (
              <CloseButton size={36} aria-label={`Remove comment ${index + 1}`} onClick={() => remove(index)} />
            ) : null}
          </Group>
          <Excesses label={`Length of comment ${index + 1}`} text={comment} platforms={taking} placeOf={placeOf} />
        </Stack>
      ))}
      {shown.length < MOST ? (
        <Group>
          <Button variant="default" size="xs" onClick={add}>
            Add a comment
          </Button>
        </Group>
      ) : null}
      {platforms
        .filter((target) => !taking.includes(target))
        .map((target) => (
          <Hint key={target}>{leftOut(platformOf(target), 'the comments', placeOf(target).network)}</Hint>
        ))}
    </Stack>
  );
}

/** The length of a comment at each network for which it is too long. */
function Excesses({ label, text, platforms, placeOf }: Places & { label: string; text: string }) {
  const nameOf = useTargetName();
  const measures = platforms.map((target) => ({
    target,
    ...measureComment(platformOf(target), text, placeOf(target)),
  }));
  const excesses = measures.filter(({ over }) => over > 0);
  if (excesses.length === 0) return null;
  return (
    <ul className={`plain-list ${classes['counters']}`} aria-label={label}>
      {excesses.map(({ unit = 'characters', ...measure }) => (
        <Counter key={measure.target} {...measure} unit={unit} name={nameOf(measure.target)} />
      ))}
    </ul>
  );
}
