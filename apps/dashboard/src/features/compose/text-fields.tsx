import { Anchor, Collapse, Group, Stack, Text, Textarea } from '@mantine/core';
import { measureText, type TextMeasure } from '@social/rules';
import { type PlatformId, platformFacts } from '@social/types';
import { useId, useState } from 'react';
import { PlatformLabel } from '../../ui/platform-label.tsx';
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
      <ul className={classes['list']} aria-label="Length of the text">
        {platforms.map((platform) => (
          <Group key={platform} component="li" justify="space-between" gap="xs">
            <PlatformLabel platform={platform} size="sm" />
            <Counter
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

/** "812 of 3,000 characters"; what is too much is said in words and by a mark. */
function Counter({ measure: { count, max, over }, isOwn }: { measure: TextMeasure; isOwn: boolean }) {
  return (
    <Group gap={6} wrap="nowrap">
      {over > 0 ? <StateMark tone="warning" /> : null}
      <Text size="sm" c={over > 0 ? 'error' : 'dimmed'}>
        {isOwn ? 'own text, ' : ''}
        {inFigures(count)} of {inFigures(max)} characters{over > 0 ? `, ${inFigures(over)} over` : ''}
      </Text>
    </Group>
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
