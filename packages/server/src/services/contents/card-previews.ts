import { areCommentsPosts } from '@social/rules';
import type { NoCard, PreviewedCard } from '../../media/card/link-cards.ts';
import type { ConnectionRow } from '../../store/connections/connections.ts';
import type { Assessment } from './assessment.ts';

/** Reads the card that the network of a connection would show for a post; null without one. */
export type PreviewCard = (
  connection: ConnectionRow,
  /** `hasMedia`: with files or a poll, beside which no network shows a card. */
  post: { readonly text: string; readonly hasMedia: boolean },
) => Promise<PreviewedCard | NoCard | null>;

/** Adds to the findings of a dry run the card that a network would show for a link, or why the link has no card. Comments that are no posts have none. */
export function withCards(assessments: readonly Assessment[], previewCard: PreviewCard): Promise<Assessment[]> {
  return Promise.all(
    assessments.map(async (assessment) => {
      const { content, connection, refusal } = assessment;
      const isComment = content.isComment && !areCommentsPosts(content.platform);
      if (!connection || refusal || content.problem || isComment) return assessment;
      const { text, media, poll, note } = content;
      const card = await previewCard(connection, { text, hasMedia: media.length > 0 || poll !== null });
      if (card === null) return assessment;
      if (!('problem' in card)) return { ...assessment, card };
      const why = `The link would have no card: ${card.problem}.`;
      return { ...assessment, noCard: why, content: { ...content, note: [note, why].filter(Boolean).join(' ') } };
    }),
  );
}
