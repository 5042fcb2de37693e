import { systemClock } from '../clock.ts';
import { AppError } from '../errors.ts';
import { type QuarantinedPosts, Restoration } from '../services/restoration.ts';
import { findWorkspaceByEmail } from '../store/accounts/workspaces.ts';
import { type CommandContext, type CommandOptions, printResult } from './context.ts';
import { withStore } from './open-store.ts';

/** Options of `social-server release`. */
export interface ReleaseOptions extends CommandOptions {
  readonly email?: string;
}

/** Releases the posts that `restore` or `hold` has held. @throws AppError not_found when the account does not exist */
export async function release(options: ReleaseOptions, context: CommandContext): Promise<void> {
  const { email } = options;
  const released = await withStore(options, context, async ({ db, config }) => {
    const workspace = email === undefined ? undefined : await findWorkspaceByEmail(db, email);
    if (email !== undefined && !workspace) {
      throw new AppError('not_found', `There is no workspace of ${email}; see: social-server workspace list`);
    }
    return new Restoration({ db, clock: systemClock }).release(workspace?.id, config.latenessWindowMs);
  });
  const { later, now, missed } = released;
  printResult(context, options, released, [
    `Released ${later + now + missed} scheduled posts: ${describeHeld(released)}.`,
    ...(released.webhooks > 0 ? [`Released ${released.webhooks} deliveries to webhooks: they go out at once.`] : []),
  ]);
}

/** Describes what a release does with held posts. */
export function describeHeld({ later, now, missed }: QuarantinedPosts): string {
  return `${later} go out at their time, ${now} at once (a little late), ${missed} are too late and will be "missed"`;
}
