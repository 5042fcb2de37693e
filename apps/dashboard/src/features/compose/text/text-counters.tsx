import { Group, Text } from '@mantine/core';
import { measureText, type TextMeasure, type TextPlace } from '@social/rules';
import type { PlatformId } from '@social/types';
import { PlatformGlyph } from '../../../ui/platform-glyph.tsx';
import { usePlatformName } from '../../../ui/platform-name.ts';
import { inFigures } from '../../../ui/quantities.ts';
import { StateMark } from '../../../ui/state-mark.tsx';
import classes from '../compose.module.css';

interface TextCountersProps {
  /** Of the list. */
  label: string;
  platforms: readonly PlatformId[];
  textOf: (platform: PlatformId) => string;
  /** Where it is to stand there; without it the platform's own limit counts. */
  placeOf?: (platform: PlatformId) => TextPlace;
  /** What the text is to a platform, where that has to be said, for example "its own text". */
  kindOf?: (platform: PlatformId) => string | null;
}

/** How long a text is, as each platform counts it. */
export function TextCounters({ label, platforms, textOf, placeOf, kindOf }: TextCountersProps) {
  const nameOf = usePlatformName();
  if (platforms.length === 0) return null;
  return (
    <ul className={classes['counters']} aria-label={label}>
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

/** "812 of 3,000 characters"; what is too much is said in words and by a mark. */
function Counter({ label, measure: { count, max, over } }: { label: string; measure: TextMeasure }) {
  return (
    <Text size="sm">
      {label}:{' '}
      <Text span inherit c={over > 0 ? 'var(--mantine-color-error)' : 'dimmed'}>
        {inFigures(count)} of {inFigures(max)} characters
        {over > 0 ? (
          <>
            , <StateMark tone="warning" /> {inFigures(over)} over
          </>
        ) : null}
      </Text>
    </Text>
  );
}
