import { Stack } from '@mantine/core';
import { hasComments, leftOut, measureComment, type TextPlace } from '@social/rules';
import { platformOf, type Target } from '@social/types';
import { Hint } from '../../../ui/parts/text.tsx';
import { useTargetName } from '../../../ui/platforms/target-name.ts';
import classes from '../compose.module.css';
import { Counter } from '../text/text-counters.tsx';
import { TextList } from '../text-list.tsx';
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

/** The comments in their order, with the networks for which one is too long, and those that leave them out. */
export default function CommentFields({ platforms, placeOf, comments, onChange }: CommentsProps) {
  const taking = platforms.filter((target) => hasComments(platformOf(target), placeOf(target).network));
  return (
    <Stack gap="xs" maw="36rem">
      <Hint>Sent below the post once it is published. Each costs as much as a post.</Hint>
      <TextList
        {...{ noun: 'Comment', add: 'Add a comment', texts: comments, fewest: 0, most: 10, maxLength: 10_000 }}
        isLong
        below={comments.map((text, index) => (
          <Excesses key={index} label={`Length of comment ${index + 1}`} {...{ text, platforms: taking, placeOf }} />
        ))}
        onChange={(comments) => onChange({ comments })}
      />
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
