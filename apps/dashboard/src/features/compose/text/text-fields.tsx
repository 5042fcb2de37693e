import { Anchor, Collapse, Stack, Textarea } from '@mantine/core';
import { hasReplies, type TextPlace } from '@social/rules';
import type { PlatformId } from '@social/types';
import { useId, useState } from 'react';
import { usePlatformName } from '../../../ui/platforms/platform-name.ts';
import { type Draft, postsFor } from '../draft.ts';
import { TextCounters } from './text-counters.tsx';
import { ThreadFields } from './thread-fields.tsx';

interface TextFieldsProps {
  draft: Draft;
  /** The chosen platforms. */
  platforms: readonly PlatformId[];
  onChange: (change: Partial<Draft>) => void;
}

interface MeasuredFieldsProps extends TextFieldsProps {
  /** Place of a platform's text, which decides its limit. */
  placeOf: (platform: PlatformId) => TextPlace;
}

/** The fields for the common text, for the parts after it, and for different texts of single platforms. */
export function TextFields({ draft, platforms, placeOf, onChange }: MeasuredFieldsProps) {
  const isThread = draft.thread.length > 0;
  // A platform with replies counts each part separately; the others count the joined text.
  const inParts = platforms.filter((platform) => isThread && hasReplies(platform) && !draft.ownTexts[platform]);
  const asOne = platforms.filter((platform) => !inParts.includes(platform));
  const whole = (
    <TextCounters
      label={isThread ? 'Length of the whole' : 'Length of the text'}
      platforms={asOne}
      textOf={(platform) => postsFor(draft, platform)[0] ?? ''}
      placeOf={placeOf}
      kindOf={(platform) => (draft.ownTexts[platform] ? 'its own text' : isThread ? 'all parts' : null)}
    />
  );
  return (
    <Stack gap="xs">
      <Textarea
        label="Text"
        description={isThread ? `Part 1 of ${draft.thread.length + 1}` : null}
        autosize
        minRows={6}
        maxRows={20}
        value={draft.text}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      {isThread ? <TextCounters label="Length of part 1" platforms={inParts} textOf={() => draft.text} /> : whole}
      <ThreadFields draft={draft} platforms={platforms} inParts={inParts} onChange={onChange} />
      {isThread ? whole : null}
      <OwnTexts draft={draft} platforms={platforms} onChange={onChange} />
    </Stack>
  );
}

function OwnTexts({ draft, platforms, onChange }: TextFieldsProps) {
  const id = useId();
  const nameOf = usePlatformName();
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
              label={`Different text for ${nameOf(platform)}`}
              description={
                draft.thread.length > 0
                  ? 'Takes the place of the text and all parts; left empty, it gets those above'
                  : 'Left empty, it gets the text above'
              }
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
