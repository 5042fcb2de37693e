import type { LinkCards, NoCard, PreviewedCard } from '../../media/card/link-cards.ts';
import type { Platforms } from './platforms.ts';
import type { NetworkOrigin } from './reachable-platform.ts';

/** Creates the function that reads the card that the network of a connection would show for a post; null without one. */
export function createPreviewCard(platforms: Platforms, linkCards: Pick<LinkCards, 'preview'>) {
  return async (
    connection: NetworkOrigin & { readonly workspace_id: string },
    post: { readonly text: string; readonly hasMedia: boolean },
  ): Promise<PreviewedCard | NoCard | null> => {
    const link = platforms.of(connection)?.driver.linkOf?.(post) ?? null;
    return link === null ? null : linkCards.preview(link, connection.workspace_id);
  };
}
