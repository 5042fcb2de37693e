import { Checkbox, Fieldset, Radio, SimpleGrid, Stack } from '@mantine/core';
import { KIND_GROUPS, KINDS } from './kinds.ts';
import type { WebhookKind } from './webhooks.ts';

interface KindChoiceProps {
  /** Chosen kinds; null for every kind. */
  value: readonly WebhookKind[] | null;
  onChange: (kinds: WebhookKind[] | null) => void;
  /** Says what is wrong with the choice. */
  error: string | undefined;
}

/** Chooses every kind of event, or single ones. */
export function KindChoice({ value, onChange, error }: KindChoiceProps) {
  return (
    <Stack gap="sm">
      <Radio.Group
        label="Events to send"
        error={error}
        value={value === null ? 'all' : 'some'}
        onChange={(choice) => onChange(choice === 'all' ? null : [...KINDS])}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label="Every kind, also those of later versions" />
          <Radio value="some" label="Only these" />
        </Stack>
      </Radio.Group>
      {value === null
        ? null
        : KIND_GROUPS.map(({ label, kinds }) => (
            <Fieldset key={label} legend={label} p="sm">
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
                {kinds.map(({ kind, words }) => (
                  <Checkbox
                    key={kind}
                    label={words}
                    description={kind}
                    checked={value.includes(kind)}
                    onChange={({ currentTarget: { checked } }) =>
                      onChange(KINDS.filter((one) => (one === kind ? checked : value.includes(one))))
                    }
                  />
                ))}
              </SimpleGrid>
            </Fieldset>
          ))}
    </Stack>
  );
}
