import { Stack, Text } from '@mantine/core';
import { hasReplies, MAX_PARTS, postCost } from '@social/rules';
import { platformOf, type Target } from '@social/types';
import { useTargetName } from '../../../ui/platforms/target-name.ts';
import { inCredits } from '../../../ui/values/quantities.ts';
import type { Writing } from '../writing.ts';

interface ThreadWordsProps extends Pick<Writing, 'thread'> {
  /** The chosen platforms. */
  platforms: readonly Target[];
  /** The chosen platforms with a text of their own. */
  own: readonly Target[];
}

const list = new Intl.ListFormat('en-GB');

/** Explains what the chosen platforms make of several parts. */
export function ThreadWords({ thread, platforms, own }: ThreadWordsProps) {
  const nameOf = useTargetName();
  const namesOf = (some: readonly Target[]) => list.format(some.map(nameOf));
  if (thread.length === 0) return <BeforeThread platforms={platforms} />;
  const inParts = platforms.filter((target) => hasReplies(platformOf(target)) && !own.includes(target));
  const joined = platforms.filter((target) => !inParts.includes(target) && !own.includes(target));
  const sentences = [
    thread.length + 1 >= MAX_PARTS && `A thread has at most ${MAX_PARTS} parts.`,
    ...inParts.map((target) => repliesOf(target, nameOf)),
    joined.length > 0 && `${namesOf(joined)}: without replies, so all parts are joined into one post.`,
    own.length > 0 && `${namesOf(own)}: its own text is sent instead of the text and all parts.`,
    inParts.length > 0 && 'Pictures and video go with the first part.',
  ].filter((sentence) => sentence !== false);
  return <Sentences sentences={sentences} />;
}

/** Explains what a platform makes of several parts of its own text. */
export function OwnThreadWords({ target, parts }: { target: Target; parts: number }) {
  const nameOf = useTargetName();
  if (parts === 0) return <BeforeThread platforms={[target]} />;
  const words = hasReplies(platformOf(target))
    ? repliesOf(target, nameOf)
    : `${nameOf(target)}: without replies, so all parts are joined into one post.`;
  return <Sentences sentences={[words]} />;
}

function repliesOf(target: Target, nameOf: (target: Target) => string): string {
  return `${nameOf(target)}: each part is a post that replies to the one before it, ${inCredits(postCost(platformOf(target)))} each.`;
}

function Sentences({ sentences }: { sentences: readonly string[] }) {
  return (
    <Stack gap={2} flex="1 1 100%">
      {sentences.map((sentence) => (
        <Text key={sentence} size="sm" c="dimmed">
          {sentence}
        </Text>
      ))}
    </Stack>
  );
}

function BeforeThread({ platforms }: Pick<ThreadWordsProps, 'platforms'>) {
  const nameOf = useTargetName();
  const replying = platforms.filter((target) => hasReplies(platformOf(target)));
  return (
    <Text size="sm" c="dimmed" flex="1 1 16rem">
      {replying.length > 0
        ? `For a thread on ${list.format(replying.map(nameOf))}.`
        : platforms.length > 0
          ? 'No chosen platform has replies: all parts would be joined into one post.'
          : 'For a thread where the platform has replies.'}
    </Text>
  );
}
