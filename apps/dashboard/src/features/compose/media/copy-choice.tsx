import { Input } from '@mantine/core';
import { memo, useId } from 'react';
import type { Writing } from '../writing.ts';
import { isStored, type MediaEntry } from './media-entry.ts';
import classes from './media-field.module.css';

interface CopyChoiceProps extends Pick<Writing, 'when' | 'copyMedia' | 'hidden'> {
  entries: readonly MediaEntry[];
  onChange: (change: Pick<Writing, 'copyMedia'>) => void;
}

/** Asks for copies of files of other servers. Renders nothing without such files, and where the post is published at once. */
export const CopyChoice = memo(function CopyChoice({ when, copyMedia, hidden, entries, onChange }: CopyChoiceProps) {
  const id = useId();
  const own = Object.values(hidden.overrides ?? {}).flatMap(({ media }) => media ?? []);
  const urls = [
    ...entries.flatMap(({ at }) => (at.stage === 'ready' ? at.url : [])),
    ...(hidden.mediaUrls ?? []),
    ...own.map(({ url }) => url),
  ];
  if (when === 'now' || urls.every(isStored)) return null;
  // The library's checkbox would be a hundredth of what the page loads.
  return (
    <div className={classes['choice']}>
      <input
        type="checkbox"
        id={id}
        aria-describedby={`${id}-description`}
        checked={copyMedia}
        onChange={({ currentTarget }) => onChange({ copyMedia: currentTarget.checked })}
      />
      <label htmlFor={id}>Copy files now, in case their addresses expire</label>
      <Input.Description id={`${id}-description`}>
        Otherwise they are fetched when the post is due. Copies count toward stored files until the post is sent.
      </Input.Description>
    </div>
  );
});
