import { Table } from '@mantine/core';
import { inFigures } from '../../ui/values/quantities.ts';
import { dayInWords, type PartTotal, type SpendingRow } from './spending.ts';

/** The numbers of the chart, with one row for each day with spending, newest first. */
export function SpendingTable({ rows, totals }: { rows: readonly SpendingRow[]; totals: readonly PartTotal[] }) {
  const spent = rows.filter(({ credits }) => credits !== 0).toReversed();
  return (
    <Table.ScrollContainer
      minWidth={180 + totals.length * 116}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': 'Table of the spending' } }}
    >
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Day</Table.Th>
            <Table.Th scope="col" ta="right" miw="4rem">
              All
            </Table.Th>
            {totals.map(({ part, label }) => (
              <Table.Th scope="col" ta="right" miw="7.2rem" key={part}>
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {spent.map((row) => (
            <Table.Tr key={row.date}>
              <Table.Th scope="row" miw="6rem">
                {dayInWords(row.date)}
              </Table.Th>
              <Table.Td ta="right">{inFigures(row.credits)}</Table.Td>
              {totals.map(({ part }) => (
                <Table.Td ta="right" key={part}>
                  {inFigures(row.parts[part] ?? 0)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row" miw="6rem">
              All days
            </Table.Th>
            <Table.Td ta="right">{inFigures(spent.reduce((sum, { credits }) => sum + credits, 0))}</Table.Td>
            {totals.map(({ part, credits }) => (
              <Table.Td ta="right" key={part}>
                {inFigures(credits)}
              </Table.Td>
            ))}
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Table.ScrollContainer>
  );
}
