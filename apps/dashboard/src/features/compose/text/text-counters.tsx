import { measureText, type TextPlace } from '@social/rules';
import type { PlatformId } from '@social/types';
import { memo } from 'react';
import { StateMark } from '../../../ui/parts/state-mark.tsx';
import { PlatformGlyph } from '../../../ui/platforms/platform-glyph.tsx';
import { usePlatformName } from '../../../ui/platforms/platform-name.ts';
import { inFigures } from '../../../ui/values/quantities.ts';
import classes from '../compose.module.css';

interface TextCountersProps {
  /** Name of the list for screen readers. */
  label: string;
  platforms: readonly PlatformId[];
  textOf: (platform: PlatformId) => string;
  /** Place of the text, which decides its limit; without it the platform's general limit counts. */
  placeOf?: (platform: PlatformId) => TextPlace;
  /** Says which text the platforms get, where that needs saying, for example "all parts". */
  kind?: string | null;
}

/** Shows the length of a text as each platform counts it. */
export function TextCounters({ label, platforms, textOf, placeOf, kind = null }: TextCountersProps) {
  const nameOf = usePlatformName();
  if (platforms.length === 0) return null;
  return (
    <ul className={`plain-list ${classes['counters']}`} aria-label={label}>
      {platforms.map((platform) => {
        const { count, max, over, unit = 'characters' } = measureText(platform, textOf(platform), placeOf?.(platform));
        const name = kind === null ? nameOf(platform) : `${nameOf(platform)}, ${kind}`;
        return <Counter key={platform} {...{ platform, name, count, max, over, unit }} />;
      })}
    </ul>
  );
}

interface CounterProps {
  platform: PlatformId;
  name: string;
  count: number;
  max: number;
  over: number;
  unit: string;
}

/** "812 of 3,000 characters"; words and a mark show what exceeds the limit. */
const Counter = memo(function Counter({ platform, name, count, max, over, unit }: CounterProps) {
  return (
    <li className={classes['counter']}>
      <PlatformGlyph platform={platform} />
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
