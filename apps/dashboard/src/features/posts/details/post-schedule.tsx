import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useCancelPost, useReschedulePost } from '../../../shared/posts/post-changes.ts';
import { idOf, type Post, timeOfPost } from '../../../shared/posts/post-standing.ts';
import { RescheduleForm } from '../../../shared/posts/reschedule-form.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { FailureNotice } from '../../../ui/notices/failure-notice.tsx';
import { LiveRegion, Notice } from '../../../ui/notices/notice.tsx';
import { focusHeading } from '../../../ui/page/navigation.ts';
import { Moment } from '../../../ui/values/moment.tsx';

/** Moves or cancels a scheduled post, and says how that ended. */
export function PostSchedule({ post }: { post: Post }) {
  const [isMoving, setIsMoving] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const cancel = useCancelPost(idOf(post));
  const move = useReschedulePost();
  const isWaiting = post.status === 'scheduled';
  const leaveDialog = () => setIsAsking(false);

  return (
    <Stack gap="sm">
      <LiveRegion>
        {move.isSuccess && isWaiting ? (
          <Notice tone="ok" title="The post has its new time">
            <Text size="sm">
              It goes out on <Moment at={timeOfPost(post).toISOString()} as="time" />.
            </Text>
          </Notice>
        ) : null}
        {cancel.isSuccess ? (
          <Notice tone="ok" title="The post is canceled">
            <Text size="sm">Nothing was sent and nothing is charged. It stays in the list.</Text>
          </Notice>
        ) : null}
      </LiveRegion>
      {cancel.isError ? <Refused title="Not canceled" error={cancel.error} isWaiting={isWaiting} /> : null}
      {move.isError ? <Refused title="Not moved" error={move.error} isWaiting={isWaiting} /> : null}
      {isWaiting ? (
        <Stack gap="sm">
          <Group gap="sm">
            <Button variant="default" aria-expanded={isMoving} onClick={() => setIsMoving(!isMoving)}>
              Change the time
            </Button>
            <Button variant="default" onClick={() => setIsAsking(true)}>
              Cancel the post
            </Button>
          </Group>
          {isMoving ? (
            <RescheduleForm
              at={timeOfPost(post)}
              isPending={move.isPending}
              onMove={(at) =>
                move.mutate(
                  { id: idOf(post), at },
                  {
                    onSettled: () => {
                      setIsMoving(false);
                      focusHeading();
                    },
                  },
                )
              }
            />
          ) : null}
        </Stack>
      ) : null}
      <ConfirmDialog
        isOpen={isAsking && isWaiting}
        title="Cancel this post?"
        confirm="Cancel the post"
        keep="Keep it scheduled"
        change={cancel}
        onClose={leaveDialog}
        onDone={focusHeading}
        onFailed={() => {
          leaveDialog();
          focusHeading();
        }}
      >
        <Text size="sm">It will not be sent at its time. It stays in the list as canceled, and costs nothing.</Text>
      </ConfirmDialog>
    </Stack>
  );
}

function Refused({ title, error, isWaiting }: { title: string; error: unknown; isWaiting: boolean }) {
  return (
    <FailureNotice
      title={title}
      error={error}
      effect={isWaiting ? 'The post is still scheduled as before.' : 'The results of the post are shown below.'}
      uncertain="It may have been done anyway: the post was read again and is shown as it is now."
    />
  );
}
