import { Group, Text } from '@mantine/core';
import { measureText, type TextMeasure, type TextPlace } from '@social/rules';
import type { PlatformId } from '@social/types';
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
  /** Says which text the platform gets, where that needs saying, for example "its own text". */
  kindOf?: (platform: PlatformId) => string | null;
}

/** Shows the length of a text as each platform counts it. */
export function TextCounters({ label, platforms, textOf, placeOf, kindOf }: TextCountersProps) {
  const nameOf = usePlatformName();
  if (platforms.length === 0) return null;
  return (
    <ul className={`plain-list ${classes['counters']}`} aria-label={label}>
      {platforms.map((platform) => (
        <Group key={platform} component="li" gap="xs" wrap="nowrap">
          <PlatformGlyph platform={platform} />
          <Counter
            label={[nameOf(platform), kindOf?.(platform)].filter(Boolean).join(', ')}
            measure={measureText(platform, textOf(platform), placeOf?.(platform))}
          />
        </Group>
      ))}
    </ul>
  );
}

/** "812 of 3,000 characters"; words and a mark show what exceeds the limit. */
function Counter({ label, measure }: { label: string; measure: TextMeasure }) {
  const { count, max, over, unit = 'characters' } = measure;
  return (
    <Text size="sm">
      {label}:{' '}
      <Text span inherit c={over > 0 ? 'var(--mantine-color-error)' : 'dimmed'}>
        {inFigures(count)} of {inFigures(max)} {unit}
        {over > 0 ? (
          <>
            , <StateMark tone="warning" /> {inFigures(over)} over
          </>
        ) : null}
      </Text>
    </Text>
  );
}
