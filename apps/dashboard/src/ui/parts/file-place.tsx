import { Icon } from '../icons/icon.tsx';
import classes from './file-place.module.css';

interface FilePlaceProps {
  kind: 'image' | 'video' | null;
  /** Name of the file, or of the server that has it. */
  name?: string;
}

/** Takes the place of a file that this page does not show: it is at another server, which would learn who looks at it. */
export function FilePlace({ kind, name }: FilePlaceProps) {
  return (
    <span className={classes['place']}>
      <Icon name={kind === 'video' ? 'film' : 'picture'} />
      {name ? <span className={classes['name']}>{name}</span> : null}
    </span>
  );
}
