import { Button, Group, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { type DraftStore, useDraft } from '../draft-store.ts';

interface SendButtonsProps {
  store: DraftStore;
  canPublish: boolean;
  isSending: boolean;
  onSave: () => void;
}

/** Publishes or schedules, and saves as a draft. The first of these that is allowed is the button of the form. */
export function SendButtons({ store, canPublish, isSending, onSave }: SendButtonsProps) {
  const { saved, when, unsettledKey } = useDraft(store).draft;
  const state = useSyncExternalStore(store.saver.subscribe, store.saver.state);
  const save = saved ? 'Save now' : 'Save as draft';
  const isSaving = state.at === 'saving' && !isSending;
  if (!canPublish) {
    return (
      <Group gap="sm">
        <Button type="submit" loading={isSaving && !saved}>
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
        Ctrl + Enter {when === 'later' ? 'schedules' : 'publishes'}
      </Text>
      <Button
        variant="default"
        disabled={isSending || (!saved && unsettledKey !== null)}
        loading={isSaving && !saved}
        onClick={onSave}
      >
        {save}
      </Button>
      <Button type="submit" loading={isSending}>
        {when === 'later' ? 'Schedule' : 'Publish now'}
      </Button>
    </Group>
  );
}
