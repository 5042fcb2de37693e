import type { Database } from '../../store/schema.ts';
import type { Connections } from '../connections/connections.ts';
import { type Assessment, assess, assessFor, noted, type Publisher } from './assessment.ts';
import { type PreviewCard, withCards } from './card-previews.ts';
import { type CheckedPost, type FileFacts, withFiles } from './file-checks.ts';
import { type MentionProblem, withMentions } from './mention-checks.ts';
import { contentsOf, contentsOfIncomplete, type PublishRequest } from './publish-request.ts';

interface DryRunsDeps {
  readonly db: Database;
  readonly connections: Connections;
  readonly fileFacts: FileFacts;
  readonly previewCard: PreviewCard;
  readonly mentionProblem: MentionProblem;
}

/** Runs the checks of a publish without storing, sending or charging. */
export class DryRuns {
  readonly #deps: DryRunsDeps;

  constructor(deps: DryRunsDeps) {
    this.#deps = deps;
  }

  /**
   * Runs every check. A text that is too long refuses only its platform.
   * @param how.isQuick set to read nothing from other servers, neither files nor pages for link cards nor names
   * @throws AppError forbidden, paid_plan_required as a publish would
   */
  async check(
    request: PublishRequest,
    publisher: Publisher,
    how: Omit<CheckedPost, 'workspaceId'>,
  ): Promise<Assessment[]> {
    const { db, connections } = this.#deps;
    const assessments = await assessFor(publisher, contentsOf(request), connections, db);
    return this.#withFindings(assessments, { ...how, workspaceId: publisher.workspaceId });
  }

  /** Runs every check for a request that may be incomplete. Refuses nothing as a whole. */
  async checkIncomplete(request: PublishRequest, { workspaceId, profile, plan }: Publisher): Promise<Assessment[]> {
    const { connections } = this.#deps;
    const connected = await connections.bound(profile.id, new Map(request.platforms.map((target) => [target, null])));
    const assessments = assess(contentsOfIncomplete(request), { plan, connected });
    return this.#withFindings(assessments, { workspaceId, isQuick: false, isLater: true });
  }

  async #withFindings(assessments: readonly Assessment[], post: CheckedPost): Promise<Assessment[]> {
    const checked = await withFiles(assessments.map(noted), this.#deps.fileFacts, post);
    if (post.isQuick) return checked;
    return withMentions(await withCards(checked, this.#deps.previewCard), this.#deps.mentionProblem);
  }
}
