import { Anchor, Collapse, Group, Stack, Text, Textarea } from '@mantine/core';
import { measureText, type TextMeasure } from '@social/rules';
import { type PlatformId, platformFacts } from '@social/types';
import { useId, useState } from 'react';
import { PlatformGlyph } from '../../ui/platform-glyph.tsx';
import { inFigures } from '../../ui/quantities.ts';
import { StateMark } from '../../ui/state-mark.tsx';
import classes from './compose.module.css';
import { type Draft, textFor } from './draft.ts';

interface TextFieldsProps {
  draft: Draft;
  /** Those that are chosen. */
  platforms: readonly PlatformId[];
  onChange: (change: Partial<Draft>) => void;
}

/** The text for all platforms, how long it is for each, and other texts for single ones. */
export function TextFields({ draft, platforms, onChange }: TextFieldsProps) {
  return (
    <Stack gap="xs">
      <Textarea
        label="Text"
        autosize
        minRows={6}
        maxRows={20}
        value={draft.text}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      <ul className={classes['counters']} aria-label="Length of the text">
        {platforms.map((platform) => (
          <Group key={platform} component="li" gap="xs" wrap="nowrap">
            <PlatformGlyph platform={platform} />
            <Counter
              label={platformFacts(platform).label}
              measure={measureText(platform, textFor(draft, platform))}
              isOwn={Boolean(draft.ownTexts[platform])}
            />
          </Group>
        ))}
      </ul>
      <OwnTexts draft={draft} platforms={platforms} onChange={onChange} />
    </Stack>
  );
}

interface CounterProps {
  label: string;
  measure: TextMeasure;
  isOwn: boolean;
}

/** "812 of 3,000 characters"; what is too much is said in words and by a mark. */
function Counter({ label, measure: { count, max, over }, isOwn }: CounterProps) {
  return (
    <Text size="sm">
      {label}
      {isOwn ? ', its own text' : ''}:{' '}
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

function OwnTexts({ draft, platforms, onChange }: TextFieldsProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(() => platforms.some((platform) => draft.ownTexts[platform]));
  if (platforms.length === 0) return null;
  return (
    <div>
      <Anchor
        component="button"
        type="button"
        size="sm"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        Different text for single platforms
      </Anchor>
      <Collapse expanded={isOpen} id={id} transitionDuration={0} keepMounted={false}>
        <Stack gap="sm" pt="xs">
          {platforms.map((platform) => (
            <Textarea
              key={platform}
              label={`Different text for ${platformFacts(platform).label}`}
              description="Left empty, it gets the text above"
              autosize
              minRows={2}
              maxRows={12}
              value={draft.ownTexts[platform] ?? ''}
              onChange={(event) => onChange({ ownTexts: { ...draft.ownTexts, [platform]: event.currentTarget.value } })}
            />
          ))}
        </Stack>
      </Collapse>
    </div>
  );
}
