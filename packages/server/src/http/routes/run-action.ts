import type { CallContext, ConnectedAccount, PlatformDriver } from '@social/platforms';
import { actionCost, type PlatformAction } from '@social/rules';
import type { PlatformId } from '@social/types';
import { requirePlatforms } from '../../services/access/rights.ts';
import type { Principal } from '../callers/principal.ts';
import type { Services } from '../operations/services.ts';

/** The caller of an action, and the slug of the profile to run it as; undefined stands for the default profile. */
interface Actor {
  readonly principal: Principal;
  readonly profile: string | undefined;
}

/** A driver's function for one action; undefined when the network lacks the action. */
type Perform<Input, Result> =
  | ((input: Input, account: ConnectedAccount, call: CallContext) => Promise<Result>)
  | undefined;

/** Returns a function that runs the actions of one platform, named as the contract prices them. @param reads actions without an effect */
export function createRunAction<Platform extends PlatformId>(
  { actions, profiles }: Pick<Services, 'actions' | 'profiles'>,
  platform: Platform,
  reads: readonly PlatformAction<Platform>[] = [],
) {
  return async <Input, Result>(
    { principal, profile }: Actor,
    action: PlatformAction<Platform>,
    pick: (actions: PlatformDriver['actions']) => Perform<Input, Result>,
    input: Input,
  ): Promise<Result> => {
    const { workspaceId, plan, rights } = principal;
    requirePlatforms(rights, [platform]);
    return actions.run({
      ...{ workspaceId, plan, platform, limitedBy: rights.limitedBy },
      profile: await profiles.resolve(principal, profile),
      action: `${platform}.${action}`,
      cost: actionCost(platform, action),
      mutates: !reads.includes(action),
      perform: (driver, account, call) => pick(driver.actions)?.(input, account, call),
    });
  };
}
