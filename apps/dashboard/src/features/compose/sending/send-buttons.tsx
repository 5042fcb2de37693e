import { Button, Group, Text } from '@mantine/core';
import { memo, useSyncExternalStore } from 'react';
import { MOD } from '../../../ui/values/mod-key.ts';
import { useWritingPart, type WritingStore } from '../writing-store.ts';

interface SendButtonsProps {
  store: WritingStore;
  canPublish: boolean;
  isSending: boolean;
  onSave: () => void;
}

/** Publishes or schedules, and saves as a draft. The first of these that is allowed is the button of the form. */
export const SendButtons = memo(function SendButtons({ store, canPublish, isSending, onSave }: SendButtonsProps) {
  const isSaved = useWritingPart(store, ({ saved }) => saved !== null);
  const when = useWritingPart(store, (writing) => writing.when);
  const isUnsettled = useWritingPart(store, ({ unsettledKey }) => unsettledKey !== null);
  const state = useSyncExternalStore(store.saver.subscribe, store.saver.state);
  const save = isSaved ? 'Save now' : 'Save as draft';
  const isSaving = state.at === 'saving' && !isSending;
  if (!canPublish) {
    return (
      <Group gap="sm">
        <Button type="submit" loading={isSaving && !isSaved}>
          {save}
        </Button>
        <Text size="sm" c="dimmed">
          Somebody else approves it.
        </Text>
      </Group>
    );
  }
  return (
    <Group gap="sm" wrap="nowrap">
      <Text size="sm" c="dimmed" visibleFrom="md">
        {MOD} + Enter {when !== 'now' ? 'schedules' : 'publishes'}
      </Text>
      <Button
        variant="default"
        disabled={isSending || (!isSaved && isUnsettled)}
        loading={isSaving && !isSaved}
        onClick={onSave}
      >
        {save}
      </Button>
      <Button type="submit" loading={isSending}>
        {when !== 'now' ? 'Schedule' : 'Publish now'}
      </Button>
    </Group>
  );
});
