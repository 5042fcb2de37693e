import { Button } from '@mantine/core';

interface MoveButtonProps {
  word: 'Earlier' | 'Later';
  /** Of what is moved. */
  name: string;
  /** At the end already. It keeps the focus, which a disabled button would lose. */
  isIdle: boolean;
  onPress: () => void;
}

/** Moves something in its list by one place, and keeps the focus. */
export function MoveButton({ word, name, isIdle, onPress }: MoveButtonProps) {
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
        // Moving it in the list takes the focus from it.
        const button = event.currentTarget;
        requestAnimationFrame(() => button.focus());
      }}
    >
      {word}
    </Button>
  );
}
