import { Checkbox } from '@mantine/core';

/** Choice to leave the API keys of a person who loses the right to them. */
export function KeepKeys({ isKept, onChange }: { isKept: boolean; onChange: (isKept: boolean) => void }) {
  return (
    <Checkbox
      checked={isKept}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      label="Keep the API keys that this person has made"
      description="For example for a pipeline. The person may know them."
    />
  );
}
