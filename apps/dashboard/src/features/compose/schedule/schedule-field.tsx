import { Group, NativeSelect, Radio, Stack, Text, TextInput } from '@mantine/core';
import { memo } from 'react';
import { localTimeOf, offsetInWords } from '../../../ui/values/local-time.ts';
import { Moment, readersZone } from '../../../ui/values/moment.tsx';
import { zoneOptions } from '../../../ui/values/zone-options.ts';
import { instantOfWriting, type Writing } from '../writing.ts';
import { ReadersElsewhere } from './readers-elsewhere.tsx';

type Timing = Pick<Writing, 'when' | 'localTime' | 'zone' | 'hidden'>;

interface ScheduleFieldProps extends Timing {
  now: Date;
  /** The next free slot of the profile (RFC 3339); null where it has none, undefined until it is known. */
  slot: string | null | undefined;
  onChange: (change: Partial<Timing>) => void;
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

/** Chooses to publish now, or at a date and time of a zone, and says what that means elsewhere. */
export const ScheduleField = memo(function ScheduleField({ now, slot, onChange, ...timing }: ScheduleFieldProps) {
  const { when, localTime, zone } = timing;
  const instant = instantOfWriting(timing);
  const choose = (chosen: string) => {
    if (chosen === 'now' || chosen === 'slot') onChange({ when: chosen });
    // The full hour after the next leaves time to finish the post.
    else onChange({ when: 'later', localTime: localTime || nextFullHour(now, zone) });
  };
  const isPast = instant !== null && instant <= now;
  return (
    <Stack gap="sm">
      <Radio.Group label="When" value={when} onChange={choose}>
        <Group gap="lg" mt="xs">
          <Radio value="now" label="Now" />
          <Radio value="later" label="At a date and time" />
          {slot || when === 'slot' ? <Radio value="slot" label="In the next free slot" /> : null}
        </Group>
      </Radio.Group>
      {when === 'later' ? (
        <Group align="flex-start" gap="sm">
          <TextInput
            type="datetime-local"
            label="Date and time"
            description={`${zone === readersZone ? 'In your zone, ' : 'In '}${zone} (${offsetInWords(instant ?? now, zone)})`}
            flex="1 1 15rem"
            maw="20rem"
            value={localTime}
            min={localTimeOf(now, zone)}
            onChange={(event) => onChange({ localTime: event.currentTarget.value })}
            error={isPast ? 'This is in the past: choose a later time, or publish now.' : null}
          />
          <NativeSelect
            label="Time zone"
            description="Of this date and time"
            flex="1 1 12rem"
            maw="20rem"
            value={zone}
            data={zoneOptions(zone)}
            onChange={(event) => onChange({ zone: event.currentTarget.value })}
          />
        </Group>
      ) : null}
      {when !== 'slot' || slot === undefined ? null : slot === null ? (
        <Text size="sm" c="var(--mantine-color-error)">
          This profile has no free slot: choose a date and time.
        </Text>
      ) : (
        <>
          <Echo instant={new Date(slot)} zone={readersZone} />
          <Text size="sm" c="dimmed">
            Another post may take this slot before; then it gets the one after it.
          </Text>
        </>
      )}
      {instant && !isPast ? <Echo instant={instant} zone={zone} /> : null}
    </Stack>
  );
});

/** Repeats the chosen instant in UTC, because a clock change before it may shift it unexpectedly, and for readers elsewhere. */
function Echo({ instant, zone }: { instant: Date; zone: string }) {
  const at = instant.toISOString();
  return (
    <Stack gap={4}>
      <Text size="sm">
        <Moment at={at} as="time" /> for you, {utc.format(instant)} UTC, <Moment at={at} as="distance" />
      </Text>
      <ReadersElsewhere instant={instant} zone={zone} />
    </Stack>
  );
}

function nextFullHour(now: Date, zone: string): string {
  return localTimeOf(new Date((Math.floor(now.getTime() / HOUR_MS) + 2) * HOUR_MS), zone);
}
