import { Button, Group, Input, Stack, Text, VisuallyHidden } from '@mantine/core';
import { Dropzone, type FileRejection } from '@mantine/dropzone';
import { Hint } from '../../ui/parts/text.tsx';
import '@mantine/dropzone/styles.css';
import { useEffect, useRef, useState } from 'react';
import { LiveRegion, Notice } from '../../ui/notices/notice.tsx';
import { AddressForm } from './address-form.tsx';
import { MediaCard } from './media-card.tsx';
import type { MediaEntry } from './media-entry.ts';
import classes from './media-field.module.css';
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

/** Adds pictures and videos that are dropped, chosen, pasted or named by address, and lists them in their order. */
export function MediaField({ shelf, entries }: { shelf: MediaShelf; entries: readonly MediaEntry[] }) {
  const openPicker = useRef<() => void>(null);
  const chooseButton = useRef<HTMLButtonElement>(null);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [moved, setMoved] = useState('');
  usePastedFiles(shelf);

  const add = (files: readonly File[]) => {
    setRefused([]);
    shelf.addFiles(files);
  };
  const move = (entry: MediaEntry, by: -1 | 1) => {
    shelf.move(entry.id, by);
    const place = shelf.entries().findIndex(({ id }) => id === entry.id) + 1;
    setMoved(`${entry.name} is now ${place} of ${entries.length}`);
  };
  const remove = (entry: MediaEntry) => {
    shelf.remove(entry.id);
    setMoved(`${entry.name} was removed`);
    chooseButton.current?.focus();
  };
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
              isFirst={index === 0}
              isLast={index === entries.length - 1}
              onDescribe={(alt) => shelf.describe(entry.id, alt)}
              onMove={(by) => move(entry, by)}
              onRemove={() => remove(entry)}
              onRetry={() => shelf.retry(entry.id)}
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
}

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
