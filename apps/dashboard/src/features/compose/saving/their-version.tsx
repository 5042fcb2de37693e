import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { DraftContent } from '../../../shared/drafts/draft-content.tsx';
import type { Draft } from '../../../shared/drafts/drafts.ts';

interface TheirVersionProps {
  theirs: Draft;
  onClose: () => void;
  onKeepMine: () => void;
  onTake: () => void;
}

/** Shows what somebody else has saved, and asks before it replaces what was written here. */
export default function TheirVersion({ theirs, onClose, onKeepMine, onTake }: TheirVersionProps) {
  return (
    <Modal opened onClose={onClose} title="Their version" size="lg" centered>
      <Stack>
        <DraftContent draft={theirs} />
        <Text size="sm">With theirs, what you have changed since your last save is lost.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onKeepMine} data-autofocus>
            Keep mine
          </Button>
          <Button color="red.8" onClick={onTake}>
            Use theirs
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
