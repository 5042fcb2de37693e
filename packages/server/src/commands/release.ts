import { systemClock } from '../clock.ts';
import type { ConfigFlags } from '../config/config.ts';
import { AppError } from '../errors.ts';
import { createRestoration } from '../services/delivery/restoration.ts';
import type { HeldPosts } from '../store/held-posts.ts';
import { findWorkspaceByEmail } from '../store/workspaces.ts';
import type { CommandContext } from './context.ts';
import { withStore } from './open-store.ts';

/** Options of `social-server release`. */
export interface ReleaseOptions extends ConfigFlags {
  readonly email?: string;
  readonly json?: boolean;
}

/** Releases the posts that `restore` holds. @throws AppError not_found when there is no such account */
export async function release(options: ReleaseOptions, context: CommandContext): Promise<void> {
  const { stdout } = context;
  const released = await withStore(options, context, async ({ db, config }) => {
    const { email } = options;
    const workspace = email === undefined ? undefined : await findWorkspaceByEmail(db, email);
    if (email !== undefined && !workspace) throw new AppError('not_found', `there is no account ${email}`);
    return createRestoration({ db, clock: systemClock }).release(workspace?.id, config.latenessWindowMs);
  });
  if (options.json) {
    stdout(JSON.stringify(released));
    return;
  }
  const { later, now, missed } = released;
  stdout(`Released ${later + now + missed} scheduled posts: ${describeHeld(released)}.`);
}

/** What becomes of posts that are held, once they are released. */
export function describeHeld({ later, now, missed }: HeldPosts): string {
  return `${later} go out at their time, ${now} at once (a little late), ${missed} are too late and will be "missed"`;
}
