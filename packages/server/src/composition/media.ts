import { join } from 'node:path';
import { systemClock } from '../clock.ts';
import { isUuid } from '../ids.ts';
import { createAddressLooks, isNotUploaded, unseenFile } from '../media/address-looks.ts';
import { createLinkCards } from '../media/card/link-cards.ts';
import { createFaceReader } from '../media/face/read-face.ts';
import { createPictureFitter } from '../media/fit/picture-fitter.ts';
import { UNLIMITED } from '../media/keep/account.ts';
import { NOT_STORED } from '../media/keep/media-source.ts';
import { createTemporaryFiles } from '../media/keep/temporary-files.ts';
import { createMediaAddresses } from '../media/media-address.ts';
import { createUrlMediaSource } from '../media/url-media-source.ts';
import type { Keyring } from '../secrets.ts';
import type { FileFacts } from '../services/contents/file-checks.ts';
import { createFollowCopies } from '../services/copies/follow-copies.ts';
import { accountsOf, type Budget, createBudgets } from '../services/credits/budgets.ts';
import type { QuotaChecks } from '../services/credits/quotas.ts';
import { createMediaLibrary } from '../services/media-library.ts';
import { createDeleteFiles, createMediaStore, createStorageOwnership } from '../services/media-storage.ts';
import type { Database } from '../store/schema.ts';
import type { AppOptions } from './options.ts';

/** Makes the services of uploaded and fetched files. */
export function createMedia(
  { config, logger, clock = systemClock }: AppOptions,
  deps: { db: Database; keyring: Keyring; baseUrl: string; quotas: Pick<QuotaChecks, 'quotasOf'> },
) {
  const { db, keyring, baseUrl, quotas } = deps;
  const budgets = createBudgets({ clock });
  // Pictures of accounts belong to no workspace, and are read one at a time.
  const accountOf = (budget: Budget) => {
    const ofWorkspaces = accountsOf(budget, budgets, quotas.quotasOf);
    return async (owner: string) => (isUuid(owner) ? ofWorkspaces(owner) : UNLIMITED);
  };
  const { mediaFromLoopback: allowLoopback, dataDir, mediaQuotaBytes: quotaBytes, retention } = config;
  const secret = keyring.derive('addresses of media');
  const addresses = createMediaAddresses({ baseUrl, clock, allowLoopback, secret });
  const mediaPolicy = { allowLoopback, ownFileOf: addresses.ownFileOf };
  const temporaryFiles = createTemporaryFiles({
    ...{ directory: join(dataDir, 'media-tmp'), logger },
    accountOf: accountOf('temporaryBytes'),
  });
  const files = createMediaStore(config, { clock, logger, temporaryFiles });
  const isStorageOurs = createStorageOwnership(db, config.mediaStore, logger);
  const keptMs = retention.mediaMs;
  const library = createMediaLibrary({ db, clock, files, addresses, isStorageOurs, quotaBytes, keptMs });
  const fitter = createPictureFitter(logger, { accountOf: accountOf('workerSeconds') });
  const media = createUrlMediaSource(mediaPolicy, { own: library, files: temporaryFiles, fitter });
  const linkCards = createLinkCards(mediaPolicy, { files: temporaryFiles, fitter, logger });
  const faces = createFaceReader(mediaPolicy, { files: temporaryFiles, fitter });
  const addressLooks = createAddressLooks(mediaPolicy);
  const lookAt: FileFacts['lookAt'] = async (workspaceId, url, isQuick) => {
    const sha256 = addresses.ownFileOf(url);
    if (sha256 === null) return isQuick || isNotUploaded(url) ? unseenFile(url) : addressLooks.lookAt(workspaceId, url);
    const file = await library.lookAt(workspaceId, sha256);
    return file ? { file } : { problem: NOT_STORED, code: 'media_refused' };
  };
  const { publicBase, roomProblem, hasStripped } = library;
  const fileFacts = { lookAt, publicBase, roomProblem, hasStripped };
  const deleteFiles = createDeleteFiles({ files, isStorageOurs });
  const { latenessWindowMs } = config;
  const followCopies = createFollowCopies({ clock, mediaPolicy, latenessWindowMs });
  return {
    budgets,
    library,
    mediaPolicy,
    media,
    fileFacts,
    addressLooks,
    followCopies,
    linkCards,
    faces,
    deleteFiles,
  };
}
