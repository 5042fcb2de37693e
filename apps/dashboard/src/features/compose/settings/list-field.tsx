import { TextInput } from '@mantine/core';
import { useState } from 'react';

interface ListFieldProps {
  label: string;
  description: string | null;
  value: readonly string[];
  onChange: (value: readonly string[]) => void;
}

/** A list of texts, written with commas between them. */
export function ListField({ label, description, value, onChange }: ListFieldProps) {
  const [written, setWritten] = useState('');
  // The comma that begins the next one is not in the list yet.
  const shown = partsOf(written).join() === value.join() ? written : value.join(', ');
  return (
    <TextInput
      label={label}
      description={`${description}. Commas separate several`}
      value={shown}
      onChange={({ currentTarget }) => {
        setWritten(currentTarget.value);
        onChange(partsOf(currentTarget.value));
      }}
    />
  );
}

function partsOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
