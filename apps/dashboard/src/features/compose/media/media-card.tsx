import { Button, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import type { Target } from '@social/types';
import { type DragEvent, memo, useState } from 'react';
import { describeFailure } from '../../../api/failures.ts';
import { FilePlace } from '../../../ui/parts/file-place.tsx';
import { ListButtons } from '../../../ui/parts/list-buttons.tsx';
import { StateMark } from '../../../ui/parts/state-mark.tsx';
import { Caution, Hint } from '../../../ui/parts/text.tsx';
import { useTargetName } from '../../../ui/platforms/target-name.ts';
import { inBytes } from '../../../ui/values/quantities.ts';
import { kindInWords, type MediaEntry, typeInWords } from './media-entry.ts';
import classes from './media-field.module.css';
import { FATES, type fateOf } from './media-fit.ts';

/** Each target with its treatment of a file. */
export type Fates = readonly (readonly [Target, NonNullable<ReturnType<typeof fateOf>>])[];

interface MediaCardProps {
  entry: MediaEntry;
  /** Place in the list, from 1, and the length of the list. */
  place: number;
  count: number;
  fates: Fates;
  /** Set while it is dragged, or while another file is over it. */
  drag: 'dragged' | 'over' | null;
  on: MediaCardEvents;
}

/** Called with the file's id. */
export interface MediaCardEvents {
  describe: (id: string, alt: string) => void;
  move: (id: string, by: -1 | 1) => void;
  remove: (id: string) => void;
  retry: (id: string) => void;
  dragStart: (id: string) => void;
  /** Returns true where a file that is dragged may be dropped. */
  dragOver: (id: string) => boolean;
  drop: () => void;
  dragEnd: () => void;
}

/** One file as a thumbnail: its upload, its description, what each network does with it, and its place in the post. */
export const MediaCard = memo(function MediaCard({ entry, place, count, fates, drag, on }: MediaCardProps) {
  const { id, name, kind, bytes, alt, duration, at } = entry;
  const length = duration ? inMinutes(duration) : null;
  const facts = [kindInWords(entry), length, bytes && inBytes(bytes)].filter(Boolean).join(', ');
  const start = (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'move';
    // A file that is dropped from elsewhere has no such type.
    event.dataTransfer.setData('application/x-social-file', id);
    on.dragStart(id);
  };
  return (
    <li
      className={classes['card']}
      aria-label={name}
      {...(drag && { [`data-${drag}`]: true })}
      onDragOver={(event) => {
        if (on.dragOver(id)) event.preventDefault();
      }}
      onDrop={on.drop}
      onDragEnd={on.dragEnd}
    >
      {/* The buttons below do the same for those who use no pointer. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
      <div className={classes['picture']} draggable={count > 1} onDragStart={start}>
        <Preview entry={entry} />
        {count > 1 ? <span className={`${classes['badge']} ${classes['place']}`}>{place}</span> : null}
        <span className={`${classes['badge']} ${classes['facts']}`}>{facts}</span>
        {kind === 'video' || kind === 'document' || at.stage === 'refused' ? null : (
          <TextInput
            className={classes['alt'] ?? ''}
            aria-label="Description for people who cannot see it"
            placeholder="Describe it (alt text)"
            maxLength={5000}
            value={alt}
            onChange={(event) => on.describe(id, event.currentTarget.value)}
          />
        )}
      </div>
      <div className={classes['body']}>
        <Text size="sm" fw={500} dir="auto" truncate title={name}>
          {name}
        </Text>
        <Stage entry={entry} onRetry={() => on.retry(id)} />
        <FateLines fates={fates} />
        <ListButtons
          name={name}
          isFirst={place === 1}
          isLast={place === count}
          onMove={(by) => on.move(id, by)}
          onRemove={() => on.remove(id)}
        />
      </div>
    </li>
  );
}, isSame);

const list = new Intl.ListFormat('en-GB');

/** What happens to the file, with the names of the networks; in amber what would be missing there. */
function FateLines({ fates }: { fates: Fates }) {
  const nameOf = useTargetName();
  const namesOf = (fate: Fates[number][1]) =>
    list.format(fates.filter(([, each]) => each === fate).map(([target]) => nameOf(target)));
  return FATES.map((fate) => {
    const names = namesOf(fate);
    const Line = fate === 'not taken' || fate === 'left out' ? Caution : Hint;
    return names ? <Line key={fate}>{`${fate[0]?.toUpperCase()}${fate.slice(1)}: ${names}`}</Line> : null;
  });
}

function isSame(one: MediaCardProps, other: MediaCardProps): boolean {
  const { fates, ...rest } = one;
  const isEqual = Object.entries(rest).every(([name, value]) => other[name as keyof typeof rest] === value);
  return isEqual && JSON.stringify(fates) === JSON.stringify(other.fates);
}

/** "1:05". */
function inMinutes(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

function Preview({ entry }: { entry: MediaEntry }) {
  const { preview, kind } = entry;
  const [isBroken, setBroken] = useState(false);
  if (preview && kind === 'image' && !isBroken) {
    return (
      <img className={classes['preview']} src={preview} alt="" draggable={false} onError={() => setBroken(true)} />
    );
  }
  if (preview && kind === 'video' && !isBroken) {
    return (
      <video
        className={classes['preview']}
        src={`${preview}#t=0.1`}
        aria-hidden
        preload="metadata"
        muted
        onError={() => setBroken(true)}
      />
    );
  }
  return <FilePlace kind={kind} name={typeInWords(entry)} />;
}

function Stage({ entry: { name, at, bytes }, onRetry }: { entry: MediaEntry; onRetry: () => void }) {
  if (at.stage === 'ready') return null;
  if (at.stage === 'waiting') return <Text size="sm">Waits for the files before it</Text>;
  if (at.stage === 'uploading') {
    const percent = bytes ? Math.min(100, Math.floor((at.sentBytes / bytes) * 100)) : 0;
    return (
      <Stack gap={4}>
        <Progress.Root size="sm">
          <Progress.Section value={percent} aria-label={`Upload of ${name}`} />
        </Progress.Root>
        <Text size="sm">{percent < 100 ? `${percent} % uploaded` : 'The server is checking it'}</Text>
      </Stack>
    );
  }
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start" role="alert">
      <StateMark tone="warning" />
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          Not uploaded.{' '}
          {at.stage === 'refused' ? at.reason : `${describeFailure(at.error).text} Nothing was published.`}
        </Text>
        {at.stage === 'failed' ? (
          <Button size="xs" variant="default" onClick={onRetry} aria-label={`Try again: ${name}`}>
            Try again
          </Button>
        ) : null}
      </Stack>
    </Group>
  );
}
