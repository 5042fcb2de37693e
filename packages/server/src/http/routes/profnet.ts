import { actionCost, measureText, type PlatformAction } from '@social/rules';
import { invalid } from '../../errors.ts';
import type { ActionRequest } from '../../services/actions.ts';
import type { HandlersOf, Principal } from '../operations/operation-types.ts';
import type { Services } from '../operations/services.ts';
import { mergeInputs, required } from './merged-input.ts';

export function profnetRoutes({ actions, profiles }: Pick<Services, 'actions' | 'profiles'>): HandlersOf<'profnet'> {
  async function run<Result>(
    principal: Principal,
    profile: string | undefined,
    action: PlatformAction<'profnet'>,
    perform: ActionRequest<Result>['perform'],
  ): Promise<Result> {
    return actions.run({
      workspaceId: principal.workspaceId,
      plan: principal.plan,
      profile: await profiles.resolve(principal.workspaceId, profile),
      platform: 'profnet',
      action: `profnet.${action}`,
      cost: actionCost('profnet', action),
      mutates: true,
      perform,
    });
  }

  return {
    async deleteProfnetPost({ query, body, principal }) {
      const input = mergeInputs(query, body);
      const urn = required(input.post_urn, 'post_urn');
      await run(principal, input.profile, 'deletePost', ({ actions: at }, account, call) =>
        at.deletePost?.(urn, account, call),
      );
      return { status: 200, body: { ok: true, deleted: true, postUrn: urn } };
    },

    async resharePost({ body, principal }) {
      const commentary = body.commentary ?? '';
      const { count, max, over } = measureText('profnet', commentary);
      if (over > 0) throw invalid('commentary', `is ${over} too long: ${count} of ${max} characters; shorten it`);
      const share = { postId: body.post_urn, commentary };
      const { id, url } = await run(principal, body.profile, 'reshare', ({ actions: at }, account, call) =>
        at.reshare?.(share, account, call),
      );
      return { status: 201, body: { ok: true, reshareId: id, url } };
    },
  };
}
