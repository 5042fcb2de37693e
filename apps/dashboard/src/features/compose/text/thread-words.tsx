import { Stack, Text } from '@mantine/core';
import { hasReplies, MAX_PARTS, postCost } from '@social/rules';
import type { PlatformId } from '@social/types';
import { usePlatformName } from '../../../ui/platforms/platform-name.ts';
import { inCredits } from '../../../ui/values/quantities.ts';
import type { Draft } from '../draft.ts';

interface ThreadWordsProps {
  draft: Draft;
  /** The chosen platforms. */
  platforms: readonly PlatformId[];
  /** The chosen platforms that publish each part as a separate post. */
  inParts: readonly PlatformId[];
}

const list = new Intl.ListFormat('en-GB');

/** Explains what the chosen platforms make of several parts. */
export function ThreadWords({ draft, platforms, inParts }: ThreadWordsProps) {
  const nameOf = usePlatformName();
  const namesOf = (some: readonly PlatformId[]) => list.format(some.map(nameOf));
  if (draft.thread.length === 0) return <BeforeThread platforms={platforms} />;
  const own = platforms.filter((platform) => draft.ownTexts[platform]);
  const joined = platforms.filter((platform) => !inParts.includes(platform) && !own.includes(platform));
  const sentences = [
    draft.thread.length + 1 >= MAX_PARTS && `A thread has at most ${MAX_PARTS} parts.`,
    ...inParts.map(
      (platform) =>
        `${nameOf(platform)}: each part is a post that replies to the one before it, ${inCredits(postCost(platform))} each.`,
    ),
    joined.length > 0 && `${namesOf(joined)}: without replies, so all parts are joined into one post.`,
    own.length > 0 && `${namesOf(own)}: its own text is sent instead of the text and all parts.`,
    inParts.length > 0 && 'Pictures and video go with the first part.',
  ].filter((sentence) => sentence !== false);
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
  const nameOf = usePlatformName();
  const replying = platforms.filter(hasReplies);
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
