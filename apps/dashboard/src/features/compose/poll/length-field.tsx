import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';

interface LengthFieldProps {
  minutes: number;
  onChange: (minutes: number) => void;
}

const UNITS = [
  { value: '1440', label: 'Days' },
  { value: '60', label: 'Hours' },
  { value: '1', label: 'Minutes' },
];

/** How long people may vote. */
export function LengthField({ minutes, onChange }: LengthFieldProps) {
  const [chosen, setChosen] = useState<number>();
  // A length from elsewhere may be no whole number of the chosen unit.
  const unit = chosen && minutes % chosen === 0 ? chosen : largestUnit(minutes);
  const choose = (value: number) => {
    onChange((minutes / unit) * value);
    setChosen(value);
  };
  return (
    <Group gap="sm" align="flex-end">
      <TextInput
        type="number"
        min={1}
        step={1}
        label="How long"
        flex="1 1 6rem"
        maw="10rem"
        value={minutes === 0 ? '' : minutes / unit}
        onChange={({ currentTarget }) => {
          setChosen(unit);
          onChange(Math.max(0, Math.floor(Number(currentTarget.value))) * unit);
        }}
      />
      <NativeSelect
        aria-label="Unit of the length"
        flex="1 1 6rem"
        maw="10rem"
        value={String(unit)}
        data={UNITS}
        onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
      />
    </Group>
  );
}

function largestUnit(minutes: number): number {
  return UNITS.map(({ value }) => Number(value)).find((unit) => minutes % unit === 0) ?? 1;
}
