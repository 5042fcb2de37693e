import type { CallContext, ConnectedAccount, PlatformDriver } from '@social/platforms';
import { actionCost, type PlatformAction } from '@social/rules';
import type { PlatformId } from '@social/types';
import type { ActionRequest } from '../../services/actions.ts';
import { accountLabel } from '../../services/connections/accounts.ts';
import type { Principal } from '../callers/principal.ts';
import type { Services } from '../operations/services.ts';

/** The caller of an action, and who does it. */
interface Actor {
  readonly principal: Principal;
  /** Slug of the profile; undefined for the default one. */
  readonly profile?: string | undefined;
  /** Short name of the account; undefined for the default one. */
  readonly account?: string | undefined;
}

/** A driver's function for one action; undefined when the network lacks the action. */
type Perform<Input, Result> =
  | ((input: Input, account: ConnectedAccount, call: CallContext) => Promise<Result>)
  | null
  | undefined;

/** Makes the functions that run the actions of one platform, named as the contract prices them. @param reads actions without an effect */
export function createRunAction<Platform extends PlatformId>(
  { actions, profiles, removalSettlement }: Pick<Services, 'actions' | 'profiles' | 'removalSettlement'>,
  platform: Platform,
  reads: readonly PlatformAction<Platform>[] = [],
) {
  const run = async <Input, Result>(
    { principal, profile, account }: Actor,
    action: PlatformAction<Platform>,
    pick: (actions: PlatformDriver['actions']) => Perform<Input, Result>,
    input: Input,
    deletion?: Pick<ActionRequest<Result>, 'deletes' | 'record'>,
  ): Promise<Result> => {
    const { workspaceId, plan, rights } = principal;
    return actions.run({
      ...{ workspaceId, plan, platform, account, rights },
      profile: await profiles.resolve(principal, profile),
      action: `${platform}.${action}`,
      cost: actionCost(platform, action),
      mutates: !reads.includes(action),
      ...deletion,
      perform: (driver, account, call) => pick(driver.actions)?.(input, account, call),
    });
  };
  return {
    run,
    /** Deletes a post. One that was made here counts as taken back. */
    runDeletion: (actor: Actor, action: PlatformAction<Platform>, platformPostId: string) => {
      const post = { workspace_id: actor.principal.workspaceId, platform, platform_post_id: platformPostId };
      return run(actor, action, ({ deletePost }) => deletePost, platformPostId, {
        deletes: platformPostId,
        record: (trx, connection) => removalSettlement.noteDeleted(trx, { ...post, account: accountLabel(connection) }),
      });
    },
  };
}
