import type { Config } from '../../config/config.ts';
import { AppError } from '../../errors.ts';
import type { Logger } from '../../log/logger.ts';
import { createFlowCookies } from '../callers/cookies.ts';
import type { RateLimits } from '../callers/rate-limit.ts';
import type { InnerFetch } from '../listener/inner-fetch.ts';
import type { Handlers } from '../operations/operation-types.ts';
import type { Services } from '../operations/services.ts';
import type { Metrics } from '../replies/metrics.ts';
import { accountRoutes } from './account.ts';
import { accountMailRoutes } from './account-mail.ts';
import { commandRoutes } from './command.ts';
import { connectionRoutes } from './connections.ts';
import { counterRoutes } from './counters.ts';
import { eventRoutes } from './events.ts';
import { mcpRoutes } from './mcp.ts';
import { mediaRoutes } from './media.ts';
import { memberRoutes } from './members.ts';
import { microblogRoutes } from './microblog.ts';
import { draftRoutes } from './posts/drafts.ts';
import { postRoutes } from './posts/posts.ts';
import { slotRoutes } from './posts/slots.ts';
import { viewRoutes } from './posts/views.ts';
import { webhookRoutes } from './posts/webhooks.ts';
import { profnetRoutes } from './profnet.ts';
import { serverRoutes } from './server.ts';
import { webhookEndpointRoutes } from './webhook-endpoints.ts';
import { workspaceRoutes } from './workspace.ts';

/** Creates a handler for every operation of the contract. */
export function createHandlers(deps: {
  config: Config;
  services: Services;
  rateLimits: RateLimits;
  metrics: Metrics;
  baseUrl: string;
  /** Calls this server from within its process. */
  innerFetch: InnerFetch;
  sandboxUrl: string | null;
  logger: Logger;
  isStopping: () => boolean;
  /** Returns true while the database takes writes. */
  canWrite: () => Promise<boolean>;
}): Handlers {
  const { services, baseUrl, logger } = deps;
  const cookies = createFlowCookies(baseUrl);
  return {
    ...postRoutes({ ...services, rateLimits: deps.rateLimits, baseUrl }),
    ...draftRoutes({ ...services, rateLimits: deps.rateLimits, baseUrl }),
    ...slotRoutes(services),
    ...viewRoutes(services),
    ...counterRoutes(services),
    ...mediaRoutes(services),
    ...eventRoutes(services),
    ...microblogRoutes(services),
    ...profnetRoutes(services),
    ...workspaceRoutes(services),
    ...webhookRoutes(services),
    ...webhookEndpointRoutes(services),
    ...connectionRoutes({ ...services, cookies, baseUrl, logger }),
    ...accountRoutes({ ...services, rateLimits: deps.rateLimits, cookies }),
    ...accountMailRoutes({ ...services, rateLimits: deps.rateLimits }),
    ...memberRoutes({ ...services, rateLimits: deps.rateLimits }),
    ...commandRoutes({ ...services, rateLimits: deps.rateLimits }),
    ...mcpRoutes(deps),
    ...serverRoutes({
      metrics: deps.metrics,
      metricsToken: deps.config.metricsToken,
      sandboxUrl: deps.sandboxUrl,
      baseUrl,
      isStopping: deps.isStopping,
      async checkReady() {
        if (deps.isStopping()) throw new AppError('unavailable', 'The server is stopping; ask another one');
        await services.db
          .selectFrom('server_meta')
          .select('name')
          .limit(1)
          .execute()
          .catch((cause: unknown) => {
            throw new AppError('unavailable', 'The database cannot be reached', { cause });
          });
        if (!(await deps.canWrite())) throw new AppError('unavailable', 'The database cannot be written');
      },
    }),
  };
}
