import type { Sandbox } from '@social/sandbox';
import { namedAt } from '../../../src/stack/browserless.ts';
import type { Visitor } from './visitor.ts';

/**
 * Connects platforms to a profile of a visitor who has an account, without opening a page: for tests about something else.
 * The sandbox approves without asking meanwhile.
 */
export async function quickConnect(
  { context }: Visitor,
  sandbox: Sandbox,
  { platforms, profileId, handle }: { platforms: readonly string[]; profileId?: string; handle?: string },
): Promise<void> {
  await sandbox.settings({ autoApprove: true });
  const ofProfile = profileId === undefined ? {} : { profileId };
  for (const platform of platforms) {
    const query = new URLSearchParams({ ...ofProfile, ...namedAt(platform, handle) });
    await context.request.get(`/api/auth/${platform}?${query}`);
    const offered = await context.request.get(`/api/connect/${platform}/options`);
    const { options } = await offered.json();
    const data = { option: options?.[0], ...ofProfile };
    const answer = await context.request.post(`/api/connect/${platform}/confirm`, { data });
    if (!answer.ok()) throw new Error(`connecting ${platform} answered ${answer.status()} ${await answer.text()}`);
  }
  await sandbox.settings({ autoApprove: false });
}
