import type { CheckedPost, OutgoingPost } from '../../driver.ts';
import { invalid } from '../../meanings.ts';
import { PlatformError } from '../../platform-error.ts';

/** Checks the settings of a post. @throws PlatformError before anything is sent */
export function checkSettings({ settings, hasMedia }: Pick<CheckedPost, 'settings' | 'hasMedia'>): void {
  const { type } = settings;
  if (ownLink(settings) !== null && hasMedia) {
    throw wrong(
      'Facebook shows the link as a card only without files; leave them out, or write the link into the text',
    );
  }
  if (type === 'reel' || type === 'story') {
    throw wrong(`the type ${type} is not supported at Facebook yet; leave it out`);
  }
}

/** The link that its author chose for the card; null where the text decides. */
export function ownLink({ link }: OutgoingPost['settings']): string | null {
  return typeof link === 'string' ? link : null;
}

function wrong(message: string): PlatformError {
  return new PlatformError('socialnet', invalid(message));
}
