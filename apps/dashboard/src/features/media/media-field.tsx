import { Button, Group, Input, Stack, Text, VisuallyHidden } from '@mantine/core';
import { Dropzone, type FileRejection } from '@mantine/dropzone';
import { Hint } from '../../ui/parts/text.tsx';
import '@mantine/dropzone/styles.css';
import type { PlatformId } from '@social/types';
import { memo, useEffect, useRef, useState } from 'react';
import { LiveRegion, Notice } from '../../ui/notices/notice.tsx';
import type { ConnectionStatus } from '../connections/connections.ts';
import { AddressForm } from './address-form.tsx';
import { useArranging } from './arranging.ts';
import { MediaCard } from './media-card.tsx';
import type { MediaEntry } from './media-entry.ts';
import classes from './media-field.module.css';
import { fateOf } from './media-fit.ts';
import type { MediaShelf } from './media-shelf.ts';

/** Accepted types. Some systems report no type for certain videos, so that their extensions are listed too. */
const ACCEPTED = {
  'image/*': [],
  'video/*': [],
  'video/quicktime': ['.mov'],
  'video/x-matroska': ['.mkv'],
  'video/x-msvideo': ['.avi'],
  'video/x-flv': ['.flv'],
  'video/x-ms-wmv': ['.wmv'],
};

interface MediaFieldProps {
  shelf: MediaShelf;
  entries: readonly MediaEntry[];
  /** The chosen platforms. */
  platforms: readonly PlatformId[];
  /** The profile's connections; undefined while they load. */
  connections: Readonly<Record<string, ConnectionStatus>> | undefined;
}

/** Adds pictures and videos that are dropped, chosen, pasted or named by address, and shows them in their order. */
export const MediaField = memo(function MediaField({ shelf, entries, platforms, connections }: MediaFieldProps) {
  const openPicker = useRef<() => void>(null);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [moved, setMoved] = useState('');
  usePastedFiles(shelf);

  const add = (files: readonly File[]) => {
    setRefused([]);
    shelf.addFiles(files);
  };
  const { drag, on } = useArranging(shelf, setMoved, () => chooseButton.current?.focus());
  return (
    <Stack gap="sm" role="group" aria-labelledby="media-label">
      <Input.Label component="div" id="media-label">
        Pictures and video
      </Input.Label>
      <Dropzone
        onDrop={add}
        onReject={(rejections) => setRefused(namesOf(rejections))}
        accept={ACCEPTED}
        openRef={openPicker}
        activateOnClick={false}
        activateOnKeyboard={false}
        enablePointerEvents
        inputProps={{ 'aria-label': 'Files' }}
        className={classes['drop'] ?? ''}
      >
        <Group gap="sm">
          <Button ref={chooseButton} variant="default" onClick={() => openPicker.current?.()}>
            Choose files
          </Button>
          <Hint>or drop them here, or paste them</Hint>
        </Group>
      </Dropzone>
      {refused.length > 0 ? (
        <Notice tone="problem" title="Not added">
          <Text size="sm">Neither pictures nor videos: {refused.join(', ')}. None of these files was uploaded.</Text>
        </Notice>
      ) : null}
      {entries.length > 0 ? (
        <ol className={`plain-list ${classes['list']}`} aria-label="Files of this post">
          {entries.map((entry, index) => (
            <MediaCard
              key={entry.id}
              entry={entry}
              place={index + 1}
              count={entries.length}
              fates={platforms.flatMap((platform) => {
                const fate = fateOf(entry, platform, { entries, network: connections?.[platform]?.network });
                return fate === null ? [] : [[platform, fate] as const];
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

function namesOf(rejections: readonly FileRejection[]): string[] {
  return rejections.map(({ file }) => file.name);
}

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
