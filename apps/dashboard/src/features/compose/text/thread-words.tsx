import { Stack, Text } from '@mantine/core';
import { hasReplies, MAX_PARTS, postCost } from '@social/rules';
import type { PlatformId } from '@social/types';
import { usePlatformName } from '../../../ui/platforms/platform-name.ts';
import { inCredits } from '../../../ui/values/quantities.ts';
import type { Writing } from '../writing.ts';

interface ThreadWordsProps extends Pick<Writing, 'thread'> {
  /** The chosen platforms. */
  platforms: readonly PlatformId[];
  /** The chosen platforms with a text of their own. */
  own: readonly PlatformId[];
}

const list = new Intl.ListFormat('en-GB');

/** Explains what the chosen platforms make of several parts. */
export function ThreadWords({ thread, platforms, own }: ThreadWordsProps) {
  const nameOf = usePlatformName();
  const namesOf = (some: readonly PlatformId[]) => list.format(some.map(nameOf));
  if (thread.length === 0) return <BeforeThread platforms={platforms} />;
  const inParts = platforms.filter((platform) => hasReplies(platform) && !own.includes(platform));
  const joined = platforms.filter((platform) => !inParts.includes(platform) && !own.includes(platform));
  const sentences = [
    thread.length + 1 >= MAX_PARTS && `A thread has at most ${MAX_PARTS} parts.`,
    ...inParts.map((platform) => repliesOf(platform, nameOf)),
    joined.length > 0 && `${namesOf(joined)}: without replies, so all parts are joined into one post.`,
    own.length > 0 && `${namesOf(own)}: its own text is sent instead of the text and all parts.`,
    inParts.length > 0 && 'Pictures and video go with the first part.',
  ].filter((sentence) => sentence !== false);
  return <Sentences sentences={sentences} />;
}

/** Explains what a platform makes of several parts of its own text. */
export function OwnThreadWords({ platform, parts }: { platform: PlatformId; parts: number }) {
  const nameOf = usePlatformName();
  if (parts === 0) return <BeforeThread platforms={[platform]} />;
  const words = hasReplies(platform)
    ? repliesOf(platform, nameOf)
    : `${nameOf(platform)}: without replies, so all parts are joined into one post.`;
  return <Sentences sentences={[words]} />;
}

function repliesOf(platform: PlatformId, nameOf: (platform: PlatformId) => string): string {
  return `${nameOf(platform)}: each part is a post that replies to the one before it, ${inCredits(postCost(platform))} each.`;
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
