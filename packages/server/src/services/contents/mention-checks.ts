import type { ConnectionRow } from '../../store/connections/connections.ts';
import type { Assessment } from './assessment.ts';

/** Asks the network of a connection which mention of a text it would not take; null for none. */
export type MentionProblem = (connection: ConnectionRow, text: string) => Promise<string | null>;

/** Refuses in a dry run posts with mentions that their network would not take. Comments have none. */
export function withMentions(assessments: readonly Assessment[], problemOf: MentionProblem): Promise<Assessment[]> {
  return Promise.all(
    assessments.map(async (assessment) => {
      const { content, connection, refusal } = assessment;
      if (!connection || refusal || content.isComment) return assessment;
      const message = await problemOf(connection, content.text);
      return message === null ? assessment : { ...assessment, refusal: { code: 'invalid_request', message } };
    }),
  );
}
