import { measureText, type TextPlace } from '@social/rules';
import { platformOf, type Target } from '@social/types';
import { memo } from 'react';
import { StateMark } from '../../../ui/parts/state-mark.tsx';
import { PlatformGlyph } from '../../../ui/platforms/platform-glyph.tsx';
import { useTargetName } from '../../../ui/platforms/target-name.ts';
import { inFigures } from '../../../ui/values/quantities.ts';
import classes from '../compose.module.css';

interface TextCountersProps {
  /** Name of the list for screen readers. */
  label: string;
  platforms: readonly Target[];
  textOf: (target: Target) => string;
  /** Place of the text, which decides its limit. */
  placeOf: (target: Target) => TextPlace;
  /** Says which text the targets get, where that needs saying, for example "all parts". */
  kind?: string | null;
}

/** Shows the length of a text as each network counts it. */
export function TextCounters({ label, platforms, textOf, placeOf, kind = null }: TextCountersProps) {
  const nameOf = useTargetName();
  if (platforms.length === 0) return null;
  return (
    <ul className={`plain-list ${classes['counters']}`} aria-label={label}>
      {platforms.map((target) => {
        const {
          count,
          max,
          over,
          unit = 'characters',
        } = measureText(platformOf(target), textOf(target), placeOf(target));
        const name = kind === null ? nameOf(target) : `${nameOf(target)}, ${kind}`;
        return <Counter key={target} {...{ target, name, count, max, over, unit }} />;
      })}
    </ul>
  );
}

interface CounterProps {
  target: Target;
  name: string;
  count: number;
  max: number;
  over: number;
  unit: string;
}

/** "812 of 3,000 characters"; words and a mark show what exceeds the limit. */
export const Counter = memo(function Counter({ target, name, count, max, over, unit }: CounterProps) {
  return (
    <li className={classes['counter']}>
      <PlatformGlyph target={target} />
      <span>
        {name}:{' '}
        <span className={over > 0 ? classes['over'] : classes['soft']}>
          {inFigures(count)} of {inFigures(max)} {unit}
          {over > 0 ? (
            <>
              , <StateMark tone="warning" /> {inFigures(over)} over
            </>
          ) : null}
        </span>
      </span>
    </li>
  );
});
