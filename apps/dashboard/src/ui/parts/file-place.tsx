import type { MediaKind } from '@social/rules';
import { Icon } from '../icons/icon.tsx';
import classes from './file-place.module.css';

interface FilePlaceProps {
  kind: MediaKind | null;
  /** Name of the file, or of the server that has it. */
  name?: string;
}

const ICONS = { image: 'picture', video: 'film', document: 'drafts' } as const;

/** Takes the place of a file that this page does not show: a document, or a file of another server, which would learn who looks at it. */
export function FilePlace({ kind, name }: FilePlaceProps) {
  return (
    <span className={classes['place']}>
      <Icon name={ICONS[kind ?? 'image']} />
      {name ? <span className={classes['name']}>{name}</span> : null}
    </span>
  );
}
