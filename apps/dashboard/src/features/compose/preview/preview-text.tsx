import { findMarks, foldAt, isBlankText } from '@social/rules';
import type { PlatformId } from '@social/types';
import { type ReactNode, useState } from 'react';
import classes from './preview.module.css';

interface PreviewTextProps {
  platform: PlatformId;
  network: string | null | undefined;
  text: string;
}

/** A text with its links, mentions and tags marked, and folded where the network says that it folds. */
export function PreviewText({ platform, network, text }: PreviewTextProps) {
  const [isOpen, setOpen] = useState(false);
  if (isBlankText(text)) return <p className={`${classes['text']} ${classes['empty']}`}>Nothing is written yet</p>;
  const fold = foldAt(platform, text);
  const end = fold === null || isOpen ? text.length : fold;
  return (
    <p className={`${classes['text']} written`}>
      {marked(platform, network, text, end)}
      {fold === null ? null : (
        <button type="button" className={classes['more']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? ' less' : '… more'}
        </button>
      )}
    </p>
  );
}

function marked(platform: PlatformId, network: string | null | undefined, text: string, end: number): ReactNode[] {
  const pieces: ReactNode[] = [];
  let from = 0;
  for (const mark of findMarks(platform, text, network)) {
    if (mark.start >= end) break;
    const to = Math.min(mark.end, end);
    pieces.push(text.slice(from, mark.start));
    pieces.push(
      <span key={mark.start} className={classes['mark']}>
        {text.slice(mark.start, to)}
      </span>,
    );
    from = to;
  }
  pieces.push(text.slice(from, end));
  return pieces;
}
