import { Box, Button, Group, Stack, Textarea, VisuallyHidden } from '@mantine/core';
import { MAX_PARTS, type TextPlace } from '@social/rules';
import type { Target } from '@social/types';
import { type ReactNode, useRef, useState } from 'react';
import { LiveRegion } from '../../../ui/notices/notice.tsx';
import { ListButtons } from '../../../ui/parts/list-buttons.tsx';
import classes from '../compose.module.css';
import type { OwnText } from '../writing.ts';
import { TextCounters } from './text-counters.tsx';
import { addPart, movePart, type Part } from './thread.ts';

interface ThreadFieldsProps {
  /** The text with its parts. */
  written: OwnText;
  /** The platforms that publish each part as a separate post. */
  inParts: readonly Target[];
  /** Place of a platform's text, which decides its limit. */
  placeOf: (target: Target) => TextPlace;
  onChange: (change: Partial<OwnText>) => void;
  /** Explains how several parts are published. */
  children: ReactNode;
}

/** The fields for the second and every later part of a thread, and the button that adds one. */
export function ThreadFields({ written, inParts, placeOf, onChange, children }: ThreadFieldsProps) {
  const { thread } = written;
  const addButton = useRef<HTMLButtonElement>(null);
  const [added, setAdded] = useState<number>();
  const [said, setSaid] = useState('');
  const isFull = thread.length + 1 >= MAX_PARTS;

  const add = () => {
    if (isFull) return;
    const longer = addPart(thread);
    setAdded(longer.at(-1)?.id);
    onChange({ thread: longer });
  };
  const move = (index: number, by: -1 | 1) => {
    onChange(movePart(written, index, by));
    setSaid(`Part ${index + 2} is part ${index + 2 + by} now`);
  };
  const remove = (index: number) => {
    onChange({ thread: thread.toSpliced(index, 1) });
    setSaid(`Part ${index + 2} was removed`);
    addButton.current?.focus();
  };
  return (
    <Stack gap="xs" mt={thread.length > 0 ? 6 : 0}>
      {thread.length > 0 ? (
        <ol className={`plain-list ${classes['parts']}`} aria-label="Further parts">
          {thread.map((part, index) => (
            <PartField
              key={part.id}
              part={part}
              number={index + 2}
              isLast={index === thread.length - 1}
              isNew={part.id === added}
              inParts={inParts}
              placeOf={placeOf}
              onWrite={(text) => onChange({ thread: thread.with(index, { ...part, text }) })}
              onMove={(by) => move(index, by)}
              onRemove={() => remove(index)}
            />
          ))}
        </ol>
      ) : null}
      <Group gap="4px var(--mantine-spacing-sm)">
        <Button ref={addButton} variant="default" size="xs" aria-disabled={isFull} data-disabled={isFull} onClick={add}>
          Add a part
        </Button>
        {children}
      </Group>
      <VisuallyHidden component="div">
        <LiveRegion>{said}</LiveRegion>
      </VisuallyHidden>
    </Stack>
  );
}

interface PartFieldProps {
  part: Part;
  number: number;
  isLast: boolean;
  /** Set for a part that was just added, whose field takes the focus. */
  isNew: boolean;
  inParts: readonly Target[];
  placeOf: (target: Target) => TextPlace;
  onWrite: (text: string) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

function PartField({ part, number, isLast, isNew, inParts, placeOf, onWrite, onMove, onRemove }: PartFieldProps) {
  const name = `part ${number}`;
  return (
    <li>
      <Textarea
        ref={isNew ? focus : null}
        label={`Part ${number}`}
        className={classes['growing'] ?? ''}
        style={{ '--rows': 3 }}
        rows={3}
        value={part.text}
        onChange={(event) => onWrite(event.currentTarget.value)}
      />
      <Group justify="space-between" gap="xs" mt={6}>
        <TextCounters label={`Length of ${name}`} platforms={inParts} textOf={() => part.text} placeOf={placeOf} />
        <Box ml="auto">
          {/* The second part can still move before the first one, which is the text. */}
          <ListButtons isFirst={false} {...{ name, isLast, onMove, onRemove }} />
        </Box>
      </Group>
    </li>
  );
}

function focus(field: HTMLTextAreaElement | null): void {
  field?.focus();
}
