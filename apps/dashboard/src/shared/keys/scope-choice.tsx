import { Checkbox, Stack } from '@mantine/core';
import { SCOPES, type Scope } from '@social/types';

const MEANINGS: Readonly<Record<Scope, string>> = {
  read: 'Read posts, usage and activity',
  draft: 'Try posts out, and upload files',
  publish: 'Publish, schedule and cancel posts',
  actions: 'Like, follow and more at the networks',
  admin: 'Profiles, connections, keys, members and webhook endpoints',
};

interface ScopeChoiceProps {
  /** The scopes that can be chosen. */
  offered: readonly Scope[];
  value: readonly Scope[];
  onChange: (scopes: Scope[]) => void;
}

/** Boxes for what a key may do. */
export function ScopeChoice({ offered, value, onChange }: ScopeChoiceProps) {
  return (
    <Checkbox.Group
      label="It may"
      value={[...value]}
      onChange={(scopes) => onChange(SCOPES.filter((scope) => scopes.includes(scope)))}
    >
      <Stack gap="xs" mt="xs">
        {offered.map((scope) => (
          <Checkbox key={scope} value={scope} label={MEANINGS[scope]} description={scope} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
