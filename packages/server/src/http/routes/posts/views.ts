import { normalizeLabel } from '@social/rules';
import type { Schema } from '@social/types';
import { invalid } from '../../../errors.ts';
import { requireEveryProfile } from '../../../services/access/rights.ts';
import { readViews, writeViews } from '../../../store/posts/saved-views.ts';
import type { HandlersOf } from '../../operations/operation-types.ts';
import type { Services } from '../../operations/services.ts';

const WHAT = 'the list of saved views';

/** Saved views: named filters of the list of posts, the same for everybody in a workspace. */
export function viewRoutes({ db }: Pick<Services, 'db'>): HandlersOf<'views'> {
  return {
    async listViews({ principal }) {
      requireEveryProfile(principal.rights, WHAT);
      return { status: 200, body: { views: await readViews(db, principal.workspaceId) } };
    },

    async saveViews({ body, principal }) {
      requireEveryProfile(principal.rights, WHAT);
      const views = body.views.map(toView);
      const twice = views.findIndex(({ name }, index) => views.findIndex((view) => view.name === name) < index);
      if (twice >= 0) throw invalid(`views[${twice}].name`, 'is the name of an earlier view, too; give each its own');
      await writeViews(db, principal.workspaceId, views);
      return { status: 200, body: { views } };
    },
  };
}

function toView({ name, filters }: Schema<'ViewListInput'>['views'][number]): Schema<'View'> {
  const { label, ...others } = filters;
  return { name: name.trim(), filters: { ...others, ...(label !== undefined && { label: normalizeLabel(label) }) } };
}
