import { Button, Group } from '@mantine/core';

interface MoveButtonProps {
  word: 'Earlier' | 'Later';
  /** Name of what is moved. */
  name: string;
  /** Set at the end of the list. The button keeps the focus, which a disabled button would lose. */
  isIdle: boolean;
  onPress: () => void;
}

interface ListButtonsProps {
  /** Name of the item for screen readers. */
  name: string;
  isFirst: boolean;
  isLast: boolean;
  /** Moves the item earlier (-1) or later (1). */
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** Moves an item in its list or removes it. A single item has no buttons to move it. */
export function ListButtons({ name, isFirst, isLast, onMove, onRemove }: ListButtonsProps) {
  return (
    <Group gap={6}>
      {isFirst && isLast ? null : (
        <>
          <MoveButton word="Earlier" name={name} isIdle={isFirst} onPress={() => onMove(-1)} />
          <MoveButton word="Later" name={name} isIdle={isLast} onPress={() => onMove(1)} />
        </>
      )}
      <Button size="xs" px="xs" variant="default" onClick={onRemove} aria-label={`Remove ${name}`}>
        Remove
      </Button>
    </Group>
  );
}

/** Moves something by one place in its list and keeps the focus. */
function MoveButton({ word, name, isIdle, onPress }: MoveButtonProps) {
  return (
    <Button
      size="xs"
      px="xs"
      variant="default"
      aria-label={`${word}: ${name}`}
      aria-disabled={isIdle}
      data-disabled={isIdle}
      onClick={(event) => {
        if (isIdle) return;
        onPress();
        // The browser drops the focus when the element moves in the list.
        const button = event.currentTarget;
        requestAnimationFrame(() => button.focus());
      }}
    >
      {word}
    </Button>
  );
}
