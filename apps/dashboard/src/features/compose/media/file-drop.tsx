import { Button } from '@mantine/core';
import { DOCUMENT_TYPES } from '@social/rules';
import { type DragEvent, type RefObject, useRef, useState } from 'react';
import { Hint } from '../../../ui/parts/text.tsx';
import classes from './media-field.module.css';

/** Some systems know no type of files with these extensions. */
const EXTENSIONS = ['heic', 'heif', 'avif', 'mov', 'mkv', 'avi', 'flv', 'wmv', 'ppt', 'pptx', 'doc', 'docx'];
const ACCEPTED = ['image/*', 'video/*', ...DOCUMENT_TYPES, ...EXTENSIONS.map((extension) => `.${extension}`)].join();

interface FileDropProps {
  button: RefObject<HTMLButtonElement | null>;
  onGiven: (files: readonly File[]) => void;
}

/** Takes files that are chosen or dropped. */
export function FileDrop({ button, onGiven }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const give = (given: Iterable<File> | null) => onGiven([...(given ?? [])]);
  const drag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same without a pointer
    <div
      className={classes['drop']}
      data-file-drop
      {...(isOver && { 'data-over': true })}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        give(event.dataTransfer.files);
      }}
    >
      <input
        ref={input}
        type="file"
        aria-label="Files"
        multiple
        accept={ACCEPTED}
        hidden
        onChange={({ currentTarget }) => {
          give(currentTarget.files);
          // The same file may be chosen again after it was removed.
          currentTarget.value = '';
        }}
      />
      <Button ref={button} variant="default" onClick={() => input.current?.click()}>
        Choose files
      </Button>
      <Hint>or drop them here, or paste them</Hint>
    </div>
  );
}
