import { Stack, Text } from '@mantine/core';
import { isTarget } from '@social/types';
import { Facts } from '../../ui/parts/facts.tsx';
import { targetName } from '../../ui/platforms/target-name.ts';
import { Moment } from '../../ui/values/moment.tsx';
import { PostComments } from '../posts/post-comments.tsx';
import { PostMedia } from '../posts/post-media.tsx';
import { PostPoll } from '../posts/post-poll.tsx';
import { PostText } from '../posts/post-text.tsx';
import { settingFacts } from '../posts/setting-facts.tsx';
import type { Draft } from './drafts.ts';

/** Everything that approving a draft would publish, and whose it is. */
export function DraftContent({ draft }: { draft: Draft }) {
  const {
    profile,
    scheduledFor,
    slot,
    writtenBy,
    editedBy,
    approvedBy,
    createdAt,
    fitMedia,
    copyMedia,
    meta = {},
    overrides = {},
  } = draft;
  return (
    <Stack gap="md">
      <Facts
        facts={[
          ['Profile', profile],
          [
            'Goes out',
            slot ? 'in the next free slot' : scheduledFor ? <Moment key="at" at={scheduledFor} as="time" /> : null,
          ],
          ['Written by', writtenBy.name],
          ['Written', <Moment key="written" at={createdAt} as="time" />],
          ['Changed by', editedBy?.name],
          ['Pictures', fitMedia === false ? 'are not made smaller' : null],
          ['Files', copyMedia ? 'are copied before the post is due' : null],
          ['Approved by', approvedBy?.name],
          ...settingFacts(draft),
          ...Object.entries(meta).map(([name, value]) => [name, String(value)] as const),
        ]}
      />
      <PostText post={draft} />
      {draft.poll ? <PostPoll poll={draft.poll} /> : null}
      <PostMedia post={draft} />
      {draft.comments ? <PostComments comments={draft.comments} /> : null}
      {Object.entries(overrides).map(([target, { text, thread, media }]) => (
        <Stack key={target} gap="xs">
          <Text size="sm" fw={600}>
            On {isTarget(target) ? targetName(target) : target} instead
          </Text>
          {text === undefined && thread === undefined ? null : (
            <PostText post={{ text: text ?? draft.text, ...(thread && { thread }) }} />
          )}
          {media ? <PostMedia post={{ media }} /> : null}
          {media?.length === 0 ? <Text size="sm">Without the files of the others.</Text> : null}
        </Stack>
      ))}
    </Stack>
  );
}
