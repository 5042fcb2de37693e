import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import { BarePage, Page } from '../ui/page.tsx';

/** For addresses that name no page; `isBare` where there is no shell around it. */
export function NotFoundPage({ isBare = false }: { isBare?: boolean }) {
  const Frame = isBare ? BarePage : Page;
  return (
    <Frame heading="No such page">
      <Text>The address may be mistyped, or what it names may be gone.</Text>
      <Anchor component={Link} href="/">
        Go to your posts
      </Anchor>
    </Frame>
  );
}
