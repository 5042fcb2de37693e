import { Kbd, Modal, Stack, Table, Text } from '@mantine/core';
import { InlineLink } from '../../ui/parts/links.tsx';
import { MOD } from '../../ui/values/mod-key.ts';
import { SHORTCUTS } from './keys.ts';

/** Lists the shortcuts. */
export default function ShortcutList({ onClose }: { onClose: () => void }) {
  const rows = [{ keys: `${MOD} K`, label: 'Go somewhere or do something' }, ...SHORTCUTS];
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" centered>
      <Stack gap="md">
        <Table aria-label="Shortcuts">
          <Table.Tbody>
            {rows.map(({ keys, label }) => (
              <Table.Tr key={keys}>
                <Table.Th scope="row" fw={400}>
                  {label}
                </Table.Th>
                <Table.Td ta="right">
                  {keys.split(' ').map((key, index) => (
                    <span key={key}>
                      {index > 0 ? ' ' : null}
                      <Kbd>{key}</Kbd>
                    </span>
                  ))}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Text size="sm" c="dimmed">
          Those of single keys can be turned off in <InlineLink href="/account">your account</InlineLink>.
        </Text>
      </Stack>
    </Modal>
  );
}
