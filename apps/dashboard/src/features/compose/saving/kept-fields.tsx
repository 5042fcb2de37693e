import { List, Text } from '@mantine/core';
import { isPlatformId } from '@social/types';
import { Notice } from '../../../ui/notices/notice.tsx';
import { usePlatformName } from '../../../ui/platforms/platform-name.ts';
import type { KeptFields } from '../draft.ts';

/** Names what a draft has besides what the form shows. It stays, and is published too. */
export function KeptFieldsNotice({ kept }: { kept: KeptFields }) {
  const nameOf = usePlatformName();
  const facts = [
    ...ownOf(kept).map(([platform, words]) => `${isPlatformId(platform) ? nameOf(platform) : platform}: ${words}`),
    ...Object.entries(kept.meta ?? {}).map(([name, value]) => `${name}: ${String(value)}`),
    ...(kept.mediaUrls ?? []).map((url) => `File for platforms that publish every file: ${url}`),
    ...(kept.fitMedia === false ? ['Pictures are not made smaller'] : []),
    ...(kept.source === undefined ? [] : [`Kept at ${kept.source}`]),
  ];
  if (facts.length === 0) return null;
  return (
    <Notice tone="neutral" title="Also in this draft">
      <List size="sm">
        {facts.map((fact) => (
          <List.Item key={fact}>{fact}</List.Item>
        ))}
      </List>
      <Text size="sm">This form leaves it as it is, and it is published too.</Text>
    </Notice>
  );
}

function ownOf({ overrides = {} }: KeptFields): [platform: string, words: string][] {
  return Object.entries(overrides).flatMap(([platform, { thread, media }]) => [
    ...(thread
      ? [[platform, countOf(thread.length, 'further part of its own', 'further parts of its own')] as [string, string]]
      : []),
    ...(media ? [[platform, countOf(media.length, 'file of its own', 'files of its own')] as [string, string]] : []),
  ]);
}

function countOf(count: number, one: string, many: string): string {
  return `${count === 0 ? 'no' : count} ${count === 1 ? one : many}`;
}
