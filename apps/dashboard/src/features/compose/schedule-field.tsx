import { Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { localTimeOf, offsetInWords } from '../../ui/values/local-time.ts';
import { Moment, readersZone } from '../../ui/values/moment.tsx';
import { type Draft, instantOfDraft } from './draft.ts';

interface ScheduleFieldProps {
  draft: Draft;
  now: Date;
  onChange: (change: Partial<Draft>) => void;
}

const HOUR_MS = 3_600_000;
const utc = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** Chooses to publish now, or at a date and time of the reader's zone, which it also shows in UTC. */
export function ScheduleField({ draft, now, onChange }: ScheduleFieldProps) {
  const choose = (when: string) => {
    if (when === 'now') onChange({ when });
    // The full hour after the next leaves time to finish the post.
    else onChange({ when: 'later', localTime: draft.localTime || nextFullHour(now) });
  };
  return (
    <Stack gap="sm">
      <Radio.Group label="When" value={draft.when} onChange={choose}>
        <Group gap="lg" mt="xs">
          <Radio value="now" label="Now" />
          <Radio value="later" label="At a date and time" />
        </Group>
      </Radio.Group>
      {draft.when === 'later' ? (
        <TextInput
          type="datetime-local"
          label="Date and time"
          description={`In your zone, ${readersZone} (${offsetInWords(instantOfDraft(draft) ?? now, readersZone)})`}
          maw="20rem"
          value={draft.localTime}
          min={localTimeOf(now, readersZone)}
          onChange={(event) => onChange({ localTime: event.currentTarget.value })}
          error={isPast(draft, now) ? 'This is in the past: choose a later time, or publish now.' : null}
        />
      ) : null}
      <Echo draft={draft} now={now} />
    </Stack>
  );
}

/** Repeats the chosen instant in UTC, because a clock change before it may shift it unexpectedly. */
function Echo({ draft, now }: Omit<ScheduleFieldProps, 'onChange'>) {
  const instant = instantOfDraft(draft);
  if (!instant || instant <= now) return null;
  const at = instant.toISOString();
  return (
    <Text size="sm">
      <Moment at={at} as="time" /> for you, {utc.format(instant)} UTC, <Moment at={at} as="distance" />
    </Text>
  );
}

function isPast(draft: Draft, now: Date): boolean {
  const instant = instantOfDraft(draft);
  return instant !== null && instant <= now;
}

function nextFullHour(now: Date): string {
  return localTimeOf(new Date((Math.floor(now.getTime() / HOUR_MS) + 2) * HOUR_MS), readersZone);
}
