import { Text } from '@mantine/core';
import { BarePage, Page } from '../ui/page/page.tsx';
import { PageLink } from '../ui/parts/links.tsx';

/** The page for unknown addresses. @param isBare set where no shell surrounds the page */
export function NotFoundPage({ isBare = false }: { isBare?: boolean }) {
  const Frame = isBare ? BarePage : Page;
  return (
    <Frame heading="No such page">
      <Text>The address may be mistyped, or the page may no longer exist.</Text>
      <PageLink href="/">Go to your posts</PageLink>
    </Frame>
  );
}
