import { useState } from 'react';
import { type MediaEntry, typeInWords } from '../media/media-entry.ts';
import classes from './preview.module.css';

/** More are counted, not shown. */
const SHOWN = 6;

/** The files of a post as a grid, each with its description. */
export function PreviewFiles({ files }: { files: readonly MediaEntry[] }) {
  if (files.length === 0) return null;
  const shown = files.slice(0, SHOWN);
  return (
    <div className={classes['files']} data-count={shown.length}>
      {shown.map((file, index) => (
        <PreviewFile key={file.id} file={file} further={index === SHOWN - 1 ? files.length - SHOWN : 0} />
      ))}
    </div>
  );
}

function PreviewFile({ file, further }: { file: MediaEntry; further: number }) {
  const { preview, kind, alt, name } = file;
  const [isBroken, setBroken] = useState(false);
  const isShown = preview !== null && !isBroken;
  const withoutAlt = { image: 'no alt text', video: null, document: name };
  const words = further > 0 ? `and ${further} more` : alt.trim() ? `ALT ${alt}` : withoutAlt[kind ?? 'image'];
  return (
    <div className={classes['file']}>
      {isShown && kind === 'image' ? <img src={preview} alt={alt} onError={() => setBroken(true)} /> : null}
      {isShown && kind === 'video' ? (
        <video src={`${preview}#t=0.1`} aria-label={name} preload="metadata" muted onError={() => setBroken(true)} />
      ) : null}
      {isShown && kind !== null && kind !== 'document' ? null : <span>{typeInWords(file)}</span>}
      {words ? <span className={classes['badge']}>{words}</span> : null}
    </div>
  );
}
