import type { KeptConnection } from '../../services/connections/connection-records.ts';
import type { Credits } from '../../services/credits/credits.ts';
import type { PlanCatalogue } from '../../services/credits/plans.ts';
import type { PresentObject, WebhookEvent } from '../../services/webhooks/event-bodies.ts';
import type { KeptDraft } from '../../store/posts/drafts.ts';
import { findPost } from '../../store/posts/posts.ts';
import type { Database } from '../../store/schema.ts';
import type { WebhookEventRow } from '../../store/webhooks/webhook-events.ts';
import { presentConnection, presentUsage } from './present.ts';
import { presentDraft } from './present-draft.ts';
import { presentPost } from './present-post.ts';

/** Makes the function that presents what a webhook event is about, as the API shows it. */
export function createPresentObject(deps: {
  db: Database;
  credits: Pick<Credits, 'usage'>;
  plans: PlanCatalogue;
  baseUrl: string;
}): PresentObject {
  async function credits(workspaceId: string): Promise<WebhookEvent['data']> {
    const { workspace, transactions } = await deps.credits.usage(workspaceId);
    return presentUsage(workspace, deps.plans.get(workspace.plan), transactions);
  }

  return async (event) => {
    if (event.kind.startsWith('post.')) {
      const post = await findPost(deps.db, event.workspace_id, event.object_id);
      return post && presentPost(post);
    }
    if (event.kind.startsWith('connection.')) return presentKept(event);
    if (event.kind.startsWith('draft.')) return presentDraft(keptDraft(event), deps.baseUrl);
    return event.kind === 'credits.low' ? credits(event.workspace_id) : undefined;
  };
}

function keptDraft({ details }: WebhookEventRow): KeptDraft['draft'] {
  return (JSON.parse(details ?? '') as KeptDraft).draft;
}

/** Presents a connection as it was when something happened to it. */
function presentKept({ kind, details, created_at }: WebhookEventRow): WebhookEvent['data'] {
  const { connection, profile } = JSON.parse(details ?? '') as KeptConnection;
  const { warning, ...shown } = presentConnection(
    { platform: connection.platform, configured: true, connection },
    Date.parse(created_at),
  );
  const named = { platform: connection.platform, profile, ...shown };
  if (kind === 'connection.disconnected') return { ...named, connected: false, state: 'not_connected' };
  return { ...named, ...(warning !== undefined && { warning }) };
}
