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
  return (
    <Stack gap="sm">
      <ApprovalNote draft={draft} mayApprove={mayApprove} isLater={isLater} />
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

/** Says what approving the draft does, or why it cannot be approved here. */
function ApprovalNote({ draft, mayApprove, isLater }: { draft: Draft; mayApprove: boolean; isLater: boolean }) {
  const { missing, preview, slot } = draft;
  if (missing.length > 0) {
    return (
      <Text size="sm">
        It has no {missing.join(' and no ')} yet, so it cannot be approved. Edit it to add what is missing.
      </Text>
    );
  }
  if (!mayApprove) return <Text size="sm">An owner or editor decides about it: your role here is writer.</Text>;
  const planned = slot === undefined ? 'schedules the post' : 'schedules the post for the next free slot';
  return (
    <Text size="sm">
      Approving {isLater ? planned : 'publishes the post at once'}
      {preview ? `, for ${inCredits(preview.credits)}` : ''}.
    </Text>
  );
}
