import { Stack, Textarea } from '@mantine/core';
import { hasReplies, type TextPlace, threadPosts } from '@social/rules';
import { platformOf, type Target } from '@social/types';
import { type ReactNode, useDeferredValue } from 'react';
import classes from '../compose.module.css';
import type { OwnText } from '../writing.ts';
import { TextCounters } from './text-counters.tsx';
import { ThreadFields } from './thread-fields.tsx';

interface WrittenFieldsProps {
  label: string;
  written: OwnText;
  /** The chosen platforms that get this text. */
  platforms: readonly Target[];
  /** Place of a platform's text, which decides its limit. */
  placeOf: (target: Target) => TextPlace;
  onChange: (change: Partial<OwnText>) => void;
  /** Explains how several parts are published. */
  children: ReactNode;
}

/** The field for a text and the fields for the parts after it, with their length as each platform counts it. */
export function WrittenFields({ label, written, platforms, placeOf, onChange, children }: WrittenFieldsProps) {
  // Counting for nine platforms may wait for the next key.
  const counted = useDeferredValue(written);
  const isThread = written.thread.length > 0;
  // A platform with replies counts each part separately; the others count the joined text.
  const inParts = platforms.filter((target) => isThread && hasReplies(platformOf(target)));
  const asOne = platforms.filter((target) => !inParts.includes(target));
  const texts = [counted.text, ...counted.thread.map((part) => part.text)];
  const whole = (
    <TextCounters
      label={isThread ? 'Length of the whole' : 'Length of the text'}
      platforms={asOne}
      textOf={(target) => threadPosts(platformOf(target), texts)[0] ?? ''}
      placeOf={placeOf}
      kind={isThread ? 'all parts' : null}
    />
  );
  return (
    <Stack gap="xs">
      <Textarea
        label={label}
        description={isThread ? `Part 1 of ${written.thread.length + 1}` : null}
        className={classes['growing'] ?? ''}
        style={{ '--rows': 6 }}
        rows={6}
        value={written.text}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      {isThread ? (
        <TextCounters label="Length of part 1" platforms={inParts} textOf={() => counted.text} placeOf={placeOf} />
      ) : (
        whole
      )}
      <ThreadFields written={written} inParts={inParts} placeOf={placeOf} onChange={onChange}>
        {children}
      </ThreadFields>
      {isThread ? whole : null}
    </Stack>
  );
}
