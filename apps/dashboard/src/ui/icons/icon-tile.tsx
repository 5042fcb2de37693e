import { Icon, type IconName } from './icon.tsx';
import classes from './icon-tile.module.css';

/** An icon on a soft round ground, in the place of a face. */
export function IconTile({ name, size }: { name: IconName; size: number }) {
  return (
    <span className={classes['tile']} style={{ width: size, height: size }}>
      <Icon name={name} />
    </span>
  );
}
