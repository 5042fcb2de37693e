import { Refusal } from '../../http/route.ts';
import type { Account } from '../../world/accounts.ts';
import type { InstagramAccess } from '../instagram/state.ts';
import { permissionDenied } from '../meta-graph/errors.ts';
import { authenticate, visiblePages } from './session.ts';
import type { FacebookState } from './state.ts';

/** The Instagram account that is linked with a page, which has the same name. */
export function linkedInstagram({ world }: FacebookState, page: Account): Account | undefined {
  return world.accounts.findByUsername('instagram', page.username);
}

const scopes = {
  read: 'instagram_basic',
  publish: 'instagram_content_publish',
  comment: 'instagram_manage_comments',
  delete: 'instagram_manage_contents',
} as const;

/** Access with a Facebook token: to the Instagram accounts linked with its pages, with uploads of bytes. */
export function linkedAccess(state: FacebookState): InstagramAccess {
  return {
    takesUploads: true,
    labelsPartnerships: true,
    hasAllCounters: true,
    require: (request, { id, need }) => {
      const session = authenticate(state, request);
      const linked = visiblePages(state, session).flatMap((page) => linkedInstagram(state, page) ?? []);
      const account = linked.find((each) => each.id === id);
      if (account && session.token.scopes.includes(scopes[need])) return account;
      throw new Refusal(permissionDenied());
    },
  };
}
