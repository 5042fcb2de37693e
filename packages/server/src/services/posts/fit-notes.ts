import { fitNote, imageLimits, type MeasuredImage } from '@social/rules';
import type { Assessment } from '../targets/assessment.ts';

/** Reads what is known of a picture at an address without fetching it; null for any other file. */
export type MeasurePicture = (
  workspaceId: string,
  url: string,
) => Promise<(MeasuredImage & { readonly isAnimated: boolean }) | null>;

/** Adds to the findings of a dry run which pictures are too large for their network, and what a publish does with them. */
export async function withFitNotes(
  assessments: readonly Assessment[],
  measure: (url: string) => ReturnType<MeasurePicture>,
): Promise<Assessment[]> {
  return Promise.all(
    assessments.map(async (assessment) => {
      const { content, connection } = assessment;
      const limits = imageLimits(content.platform, connection?.network);
      const measured = await Promise.all(content.media.map(({ url }) => measure(url)));
      const notes = measured.map((picture, index) =>
        picture ? fitNote({ ...picture, name: `Picture ${index + 1}` }, { limits, fitMedia: content.fitMedia }) : null,
      );
      const note = [content.note, ...notes].filter((one) => one !== null).join(' ') || null;
      return { ...assessment, content: { ...content, note } };
    }),
  );
}
