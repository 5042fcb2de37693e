import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { zoneOptions } from '../../../ui/values/zone-options.ts';
import { MOST_ZONES, placeOf, readZones, timeIn, writeZones } from './zones.ts';

/** "09:00 in Berlin · 03:00 in New York · 16:00 in Tokyo", for places that the writer can change. */
export function ReadersElsewhere({ instant, zone }: { instant: Date; zone: string }) {
  const [zones, setZones] = useState(readZones);
  const [isChanging, setChanging] = useState(false);
  const shown = [zone, ...zones.filter((other) => other !== zone)];
  const change = (now: readonly string[]) => {
    setZones(now);
    writeZones(now);
  };
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {shown.map((each) => `${timeIn(each, instant, zone)} in ${placeOf(each)}`).join(' · ')}{' '}
        <Button variant="subtle" size="compact-xs" aria-expanded={isChanging} onClick={() => setChanging(!isChanging)}>
          {isChanging ? 'Done' : 'Change places'}
        </Button>
      </Text>
      {isChanging ? (
        <Group gap="xs" align="flex-end">
          {zones.map((each) => (
            <Button
              key={each}
              size="xs"
              variant="default"
              aria-label={`Remove ${placeOf(each)}`}
              onClick={() => change(zones.filter((other) => other !== each))}
            >
              {placeOf(each)} ×
            </Button>
          ))}
          {zones.length < MOST_ZONES ? (
            <NativeSelect
              size="xs"
              label="Add a place"
              value=""
              data={['', ...zoneOptions().filter((each) => !zones.includes(each))]}
              onChange={(event) => change([...zones, event.currentTarget.value])}
            />
          ) : null}
        </Group>
      ) : null}
    </Stack>
  );
}
