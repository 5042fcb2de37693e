import type { Schema } from '@social/types';
import type { CheckedPost, ConnectedAccount, OutgoingPost, ServerLimits } from '../../driver.ts';
import { invalid } from '../../meanings.ts';
import { PlatformError } from '../../platform-error.ts';
import { authorUrn } from './api.ts';

type ProfnetSettings = Schema<'ProfnetSettings'>;
export type Visibility = NonNullable<ProfnetSettings['visibility']>;

const OF_MEMBERS: readonly Visibility[] = ['PUBLIC', 'CONNECTIONS', 'LOGGED_IN'];
/** Organizations have followers, and no connections. */
const OF_ORGANIZATIONS = OF_MEMBERS.filter((each) => each !== 'CONNECTIONS');

/** What an account may choose from. */
export function limitsOf(account: ConnectedAccount): Required<Pick<ServerLimits, 'visibilities'>> {
  const isOrganization = authorUrn(account).startsWith('urn:li:organization:');
  return { visibilities: isOrganization ? OF_ORGANIZATIONS : OF_MEMBERS };
}

/** Checks the settings for the connected account. @throws PlatformError */
export function checkSettings({ settings, limits }: CheckedPost): void {
  visibilityOf({ settings }, limits);
}

/** Reads who sees a post; everybody when left out. @throws PlatformError */
export function visibilityOf(
  { settings }: Pick<OutgoingPost, 'settings'>,
  limits: Pick<ServerLimits, 'visibilities'> | null,
): Visibility {
  const { visibility = 'PUBLIC' }: ProfnetSettings = settings;
  const { visibilities = OF_MEMBERS } = limits ?? {};
  if (visibilities.includes(visibility)) return visibility;
  const message = `the visibility of a page's post must be one of ${visibilities.join(', ')}; pages have no connections`;
  throw new PlatformError('profnet', invalid(message));
}

/** The title of a video or document, and a sentence for the user where there is neither to show it. */
export function titleOf({ settings, media }: Pick<OutgoingPost, 'settings' | 'media'>): {
  readonly title?: string;
  readonly note?: string;
} {
  const { title }: ProfnetSettings = settings;
  if (title === undefined) return {};
  return media.some(({ kind }) => kind !== 'image')
    ? { title }
    : { note: 'LinkedIn shows a title above videos and documents only: it has no effect.' };
}
