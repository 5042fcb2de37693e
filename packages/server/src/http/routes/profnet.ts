import { measureText } from '@social/rules';
import { invalid } from '../../errors.ts';
import { mergeInputs, required } from '../operations/merged-input.ts';
import type { HandlersOf } from '../operations/operation-types.ts';
import type { Services } from '../operations/services.ts';
import { createRunAction } from './run-action.ts';

/** Actions at the profnet network. */
export function profnetRoutes(
  services: Pick<Services, 'actions' | 'profiles' | 'removalSettlement'>,
): HandlersOf<'profnet'> {
  const { run, runDeletion } = createRunAction(services, 'profnet');
  return {
    async deleteProfnetPost({ query, body, principal }) {
      const { post_urn, ...by } = mergeInputs(query, body);
      const urn = required(post_urn, 'post_urn');
      await runDeletion({ principal, ...by }, 'deletePost', urn);
      return { status: 200, body: { ok: true, deleted: true, postUrn: urn } };
    },

    async resharePost({ body, principal }) {
      const { post_urn: postId, commentary = '', ...by } = body;
      const { count, max, over } = measureText('profnet', commentary);
      if (over > 0) throw invalid('commentary', `is ${over} too long: ${count} of ${max} characters; shorten it`);
      const share = { postId, commentary };
      const { id, url } = await run({ principal, ...by }, 'reshare', ({ reshare }) => reshare, share);
      return { status: 201, body: { ok: true, reshareId: id, url } };
    },
  };
}
