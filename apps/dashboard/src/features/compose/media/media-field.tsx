import { Input, Stack, VisuallyHidden } from '@mantine/core';
import { platformOf, type Target } from '@social/types';
import { memo, useEffect, useRef, useState } from 'react';
import { type Connections, statusOf } from '../../../shared/connections/connections.ts';
import { LiveRegion } from '../../../ui/notices/notice.tsx';
import type { Writing } from '../writing.ts';
import { AddressForm } from './address-form.tsx';
import { useArranging } from './arranging.ts';
import { FileDrop } from './file-drop.tsx';
import { MediaCard } from './media-card.tsx';
import type { MediaEntry } from './media-entry.ts';
import classes from './media-field.module.css';
import { fateOf } from './media-fit.ts';
import type { MediaShelf } from './media-shelf.ts';

interface MediaFieldProps extends Pick<Writing, 'settings'> {
  shelf: MediaShelf;
  entries: readonly MediaEntry[];
  /** The chosen targets. */
  platforms: readonly Target[];
  /** The profile's connections; undefined while they load. */
  connections: Connections | undefined;
  /** Set while pictures are made to fit. */
  fitMedia: boolean;
}

/** Adds files that are dropped, chosen, pasted or named by address, and shows them in their order. */
export const MediaField = memo(function MediaField({
  shelf,
  entries,
  platforms,
  connections,
  settings,
  fitMedia,
}: MediaFieldProps) {
  const chooseButton = useRef<HTMLButtonElement>(null);
  const [moved, setMoved] = useState('');
  usePastedFiles(shelf);

  const { drag, on } = useArranging(shelf, setMoved, () => chooseButton.current?.focus());
  return (
    <Stack gap="sm" role="group" aria-labelledby="media-label">
      <Input.Label component="div" id="media-label">
        Pictures, video and documents
      </Input.Label>
      <FileDrop button={chooseButton} onGiven={(files) => shelf.addFiles(files)} />
      {entries.length > 0 ? (
        <ol className={`plain-list ${classes['list']}`} aria-label="Files of this post">
          {entries.map((entry, index) => (
            <MediaCard
              key={entry.id}
              entry={entry}
              place={index + 1}
              count={entries.length}
              fates={platforms.flatMap((target) => {
                const connected = statusOf(connections, target);
                const place = { platform: platformOf(target), connected, settings: settings[target], fitMedia };
                const fate = fateOf(entry, place, entries);
                return fate === null ? [] : [[target, fate] as const];
              })}
              drag={drag.dragged === entry.id ? 'dragged' : drag.over === entry.id ? 'over' : null}
              on={on}
            />
          ))}
        </ol>
      ) : null}
      <AddressForm onAdd={(address) => shelf.addAddress(address)} />
      <VisuallyHidden component="div">
        <LiveRegion>{moved}</LiveRegion>
      </VisuallyHidden>
    </Stack>
  );
});

/** Adds files that are pasted anywhere on the page. Leaves a paste that also contains text to the focused field. */
function usePastedFiles(shelf: MediaShelf): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const pasted = event.clipboardData;
      if (!pasted || pasted.files.length === 0 || pasted.types.includes('text/plain')) return;
      event.preventDefault();
      shelf.addFiles([...pasted.files]);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [shelf]);
}
