import { measureText, postCost } from '@social/rules';
import { type ErrorCode, type PlatformId, platformFacts } from '@social/types';
import type { ConnectionRow } from '../../store/connections.ts';
import type { Connections } from '../connections/connections.ts';
import { isPaid, type Plan } from '../credits/plans.ts';
import { type PlatformContent, textProblem } from './publish-request.ts';

/** Why a platform is not even tried. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
}

/** One platform of a publish: ready to be sent over its connection, or refused before anything is sent. */
export type Assessment = { readonly content: PlatformContent; readonly cost: number } & (
  | { readonly connection: ConnectionRow; readonly refusal: null }
  | { readonly connection: ConnectionRow | null; readonly refusal: Refusal }
);

/** Finds out which platforms can be tried for a profile. No network is asked. */
export async function assess(
  contents: readonly PlatformContent[],
  where: { profileId: string; plan: Plan; connections: Connections },
): Promise<Assessment[]> {
  const connected = await where.connections.map(where.profileId);
  return contents.map((common) => {
    const connection = connected.get(common.platform) ?? null;
    const content = connection ? measuredFor(connection, common) : common;
    const cost = postCost(content.platform);
    const refusal = refusalFor(content.platform, connection, where.plan) ?? contentRefusal(content);
    if (refusal) return { content, cost, connection, refusal };
    // A platform without a connection has a refusal: the check above is the only one.
    return { content, cost, connection: connection as ConnectionRow, refusal: null };
  });
}

/** The refusal of a platform that needs a paid plan which the workspace has not. */
export function planRefusal(platform: PlatformId, plan: Plan): Refusal | null {
  if (!platformFacts(platform).paidPlan || isPaid(plan)) return null;
  return { code: 'paid_plan_required', message: `${platform} needs a paid plan; this workspace is on ${plan.label}` };
}

/** The refusal of a platform that cannot be reached through its connection. */
export function connectionRefusal(platform: PlatformId, connection: ConnectionRow | null): Refusal | null {
  if (!connection) {
    return {
      code: 'not_connected',
      message: `${platform} is not connected to this profile; connect it with: social connect ${platform}`,
    };
  }
  if (connection.state === 'needs_reconnect') {
    return {
      code: 'reconnect_required',
      message: `${platform} no longer accepts the connection; connect it again with: social connect ${platform}`,
    };
  }
  return null;
}

/** The text as the network counts it that is connected; what fits another network of the platform may be too long for it. */
function measuredFor({ network }: ConnectionRow, content: PlatformContent): PlatformContent {
  const besideMedia = content.media.length > 0;
  const measure = measureText(content.platform, content.text, { network, besideMedia });
  const where = `${besideMedia ? ' beside files' : ''} at the network that is connected`;
  return { ...content, measure, problem: content.problem ?? textProblem({ ...content, measure }, where) };
}

/** What depends on the connection refuses its platform alone; the others are published. */
function contentRefusal({ problem }: PlatformContent): Refusal | null {
  return problem && { code: problem.code, message: problem.message };
}

function refusalFor(platform: PlatformId, connection: ConnectionRow | null, plan: Plan): Refusal | null {
  return planRefusal(platform, plan) ?? connectionRefusal(platform, connection);
}
