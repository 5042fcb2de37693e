import { Button, Group, Modal, Stack } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useLabelPost } from '../../../shared/posts/post-changes.ts';
import { idOf, type Post } from '../../../shared/posts/post-standing.ts';
import { useMay } from '../../../shared/session/role.ts';
import { LabelsField } from '../../../ui/fields/labels-field.tsx';
import { FailureNotice } from '../../../ui/notices/failure-notice.tsx';
import { PostLabels } from '../post-labels.tsx';

/** The labels of a post, which readers who may publish can change. */
export function EditableLabels({ post }: { post: Post }) {
  const mayEdit = useMay()('publish');
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const hasLabels = post.labels !== undefined && post.labels.length > 0;
  if (!mayEdit && !hasLabels) return null;
  return (
    <Group gap="xs">
      <PostLabels post={post} />
      {mayEdit ? (
        <Button variant="subtle" size="compact-xs" onClick={() => setIsOpen(true)}>
          {hasLabels ? 'Edit labels' : 'Add labels'}
        </Button>
      ) : null}
      <Modal opened={isOpen} onClose={close} title="Labels of this post" centered>
        <LabelsForm post={post} onClose={close} />
      </Modal>
    </Group>
  );
}

function LabelsForm({ post, onClose }: { post: Post; onClose: () => void }) {
  const [labels, setLabels] = useState<readonly string[]>(post.labels ?? []);
  const change = useLabelPost(idOf(post));
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    if (!change.isPending) change.mutate(labels, { onSuccess: onClose });
  };
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="md">
        <LabelsField labels={labels} onChange={setLabels} />
        <FailureNotice
          title="The labels were not saved"
          error={change.error}
          effect="The post has the labels that it had."
          uncertain="They may have been saved anyway: the post was read again and is shown as it is now."
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending}>
            Save labels
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
