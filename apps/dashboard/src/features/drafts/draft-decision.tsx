import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type Draft, isPast, useApproveDraft, useDeleteDraft, writeAddress } from '../../shared/drafts/drafts.ts';
import { useMay } from '../../shared/session/role.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { FailureNotice } from '../../ui/notices/failure-notice.tsx';
import { inCredits } from '../../ui/values/quantities.ts';

/** Approves a draft, which leads to its post, or deletes it after a question. */
export function DraftDecision({ draft }: { draft: Draft }) {
  const [, navigate] = useLocation();
  const [isAsking, setIsAsking] = useState(false);
  const approval = useApproveDraft();
  const mayApprove = useMay()('publish');
  const deletion = useDeleteDraft(draft.id);
  const approve = async () => {
    // The page may read the approved draft, and show no decision any longer, before this answer is there.
    const post = await approval.mutateAsync(draft).catch(() => null);
    if (post) navigate(`/posts/${post.id}`);
  };
  const { missing, preview, scheduledFor, slot } = draft;
  const isLater = slot !== undefined || (scheduledFor !== undefined && !isPast(preview));
  const cost = preview ? inCredits(preview.credits) : '';
  return (
    <Stack gap="sm">
      {missing.length > 0 ? (
        <Text size="sm">
          It has no {missing.join(' and no ')} yet, so it cannot be approved. Edit it to add what is missing.
        </Text>
      ) : mayApprove ? (
        <Text size="sm">
          {slot !== undefined
            ? 'Approving schedules the post for the next free slot'
            : isLater
              ? 'Approving schedules the post'
              : 'Approving publishes the post at once'}
          {cost ? `, for ${cost}` : ''}.
        </Text>
      ) : (
        <Text size="sm">An owner or editor decides about it: your role here is writer.</Text>
      )}
      <FailureNotice
        title="Not approved"
        error={approval.error}
        effect="Nothing was sent. If the draft has changed, it is shown as it is now."
        uncertain="It may be approved. Press again: it is not published twice."
      />
      <Group gap="sm">
        {mayApprove ? (
          <Button loading={approval.isPending} disabled={missing.length > 0} onClick={approve}>
            {isLater ? 'Approve and schedule' : 'Approve and publish'}
          </Button>
        ) : null}
        <Button variant="default" component={Link} href={writeAddress(draft.id)}>
          Edit
        </Button>
        <Button variant="default" disabled={approval.isPending} onClick={() => setIsAsking(true)}>
          Delete
        </Button>
      </Group>
      <ConfirmDialog
        isOpen={isAsking}
        title="Delete this draft?"
        confirm="Delete it"
        keep="Keep it"
        change={deletion}
        failure={{ title: 'Not deleted', effect: 'The draft is still there.', uncertain: 'It may be deleted.' }}
        onClose={() => setIsAsking(false)}
        onDone={() => navigate('/drafts')}
      >
        <Text size="sm">It is not published, and cannot be brought back.</Text>
      </ConfirmDialog>
    </Stack>
  );
}
