import type { LinkCards } from '../../media/card/link-cards.ts';
import type { Platforms } from '../networks/platforms.ts';
import type { Assessment } from '../targets/assessment.ts';

/** Adds to the findings of a dry run the card that a network would show for a link, or why the link has no card. */
export function withCards(
  assessments: readonly Assessment[],
  { platforms, linkCards }: { readonly platforms: Platforms; readonly linkCards: Pick<LinkCards, 'preview'> },
): Promise<Assessment[]> {
  return Promise.all(
    assessments.map(async (assessment) => {
      const { content, connection, refusal } = assessment;
      if (!connection || refusal || content.problem) return assessment;
      const { text, media, note } = content;
      const link = platforms.of(connection)?.driver.linkOf?.({ text, hasMedia: media.length > 0 }) ?? null;
      if (link === null) return assessment;
      const card = await linkCards.preview(link);
      if (!('problem' in card)) return { ...assessment, card };
      const why = `The link would have no card: ${card.problem}.`;
      return { ...assessment, content: { ...content, note: [note, why].filter(Boolean).join(' ') } };
    }),
  );
}
