import { asId } from '../../http/lossless-json.ts';
import { PlatformError } from '../../platform-error.ts';
import { callTiktok, type TiktokApi } from './api.ts';
import { type Handover, type PublishSession, saveHandover, saveStage } from './checkpoint.ts';

/** How the network names a publish: at most 64 characters. */
export const PUBLISH_ID = /^[\x21-\x7E]{1,64}$/;

/**
 * Tells the network to fetch files and publish them: from then on it goes on by itself. That this is about to happen is stored
 * before, and that it did not happen, too. @throws PlatformError
 */
export async function order(
  api: TiktokApi,
  request: { readonly path: string; readonly json: Readonly<Record<string, unknown>> },
  about: Pick<Handover, 'username' | 'isPublic' | 'note'>,
  session: PublishSession,
): Promise<Handover> {
  await saveStage('ordered', session);
  try {
    const { data, broken } = await callTiktok(api, { ...request, method: 'POST', effect: 'change' }, session);
    const publishId = asId(data['publish_id'], PUBLISH_ID);
    if (publishId === null) throw broken();
    const handover = { ...about, publishId, upload: null };
    await saveHandover(handover, session);
    return handover;
  } catch (error) {
    if (error instanceof PlatformError && error.kind !== 'outcome-unknown') await saveStage('nothing', session);
    throw error;
  }
}
