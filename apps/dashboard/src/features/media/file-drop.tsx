import { Button } from '@mantine/core';
import { type DragEvent, type RefObject, useRef, useState } from 'react';
import { Hint } from '../../ui/parts/text.tsx';
import classes from './media-field.module.css';

/** Some systems report no type for these. */
const VIDEO_TYPES: Readonly<Record<string, string>> = {
  mov: 'video/quicktime',
  mkv: 'video/x-matroska',
  avi: 'video/x-msvideo',
  flv: 'video/x-flv',
  wmv: 'video/x-ms-wmv',
};
const ACCEPTED = ['image/*', 'video/*', ...Object.keys(VIDEO_TYPES).map((extension) => `.${extension}`)].join();

interface FileDropProps {
  button: RefObject<HTMLButtonElement | null>;
  /** Called with the pictures and videos, and with the names of other files. */
  onGiven: (files: readonly File[], refused: readonly string[]) => void;
}

/** Takes files that are chosen or dropped. */
export function FileDrop({ button, onGiven }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const give = (given: Iterable<File> | null) => {
    const files = [...(given ?? [])].map(withType);
    const isMedia = ({ type }: File) => /^(image|video)\//.test(type);
    onGiven(
      files.filter(isMedia),
      files.filter((file) => !isMedia(file)).map(({ name }) => name),
    );
  };
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

function withType(file: File): File {
  const type = file.type || VIDEO_TYPES[/\.(\w+)$/.exec(file.name.toLowerCase())?.[1] ?? ''];
  return type === undefined || type === file.type ? file : new File([file], file.name, { type });
}
