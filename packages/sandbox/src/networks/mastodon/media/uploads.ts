import { readForm } from '../../../http/form.ts';
import type { FormFile } from '../../../http/multipart.ts';
import { type Call, Refusal, type Reply, type Route } from '../../../http/route.ts';
import { look } from '../../../world/files/look.ts';
import { badRequest, notFound, refuse } from '../errors.ts';
import { Params } from '../params.ts';
import { throttles } from '../rate-limits.ts';
import { forUsers, type Session } from '../session.ts';
import { softwareOf } from '../software.ts';
import type { Attachment, MastodonState } from '../state.ts';
import { type FileKind, fileKindOf } from './file-kind.ts';
import { isReady, presentAttachment } from './present.ts';

/** Time that the processing of a video, a moving picture or a sound takes, in milliseconds. */
const usualProcessingMs = 2000;

/**
 * Uploading files, following their processing, and changing and removing them before a status shows them.
 *
 * @see https://docs.joinmastodon.org/methods/media/ (read 2026-11-22)
 */
export function mediaRoutes(state: MastodonState): readonly Route[] {
  const own = { scopes: ['write:media'], operation: 'upload' } as const;
  const upload = { ...own, method: 'POST', throttle: throttles.uploads, takesStream: true } as const;
  return [
    ...forUsers(state, [
      { ...upload, path: '/api/v2/media', handle: (...call) => receive(...call, { isSynchronous: false }) },
      { ...upload, path: '/api/v1/media', handle: (...call) => receive(...call, { isSynchronous: true }) },
      { ...own, method: 'GET', path: '/api/v1/media/:id', operation: 'read', handle: show },
      { ...own, method: 'PUT', path: '/api/v1/media/:id', takesStream: true, handle: change },
      { ...own, method: 'DELETE', path: '/api/v1/media/:id', handle: remove },
    ]),
    { method: 'GET', path: '/system/media_attachments/files/:id/original', handle: (call) => serveFile(state, call) },
  ];
}

async function receive(
  state: MastodonState,
  call: Call,
  { account }: Session,
  { isSynchronous }: { isSynchronous: boolean },
): Promise<Reply> {
  const form = await readForm(call);
  if (!form) throw new Refusal(badRequest());
  const params = new Params(Object.entries(form.fields));
  const { invalidStatus, processesLater } = softwareOf(state);
  const file = form.files['file'] ?? refuse(invalidStatus, "Validation failed: File can't be blank");
  const kind = checkFile(state, file);
  const description = readDescription(state, params);
  const isLater = !isSynchronous && processesLater;
  const focus = readFocus(params);
  const attachment: Attachment = {
    ...{ id: state.nextId(), accountId: account.id, blob: file.blob, ...kind, description },
    readyAt: state.world.now() + (isLater ? processingMs(state, kind) : 0),
    ...(focus && { focus }),
  };
  file.blob.complete();
  state.media.set(attachment.id, attachment);
  const status = isReady(state, attachment) ? 200 : 202;
  return { status, json: presentAttachment(state, attachment, call.base) };
}

function processingMs({ settings }: MastodonState, { kind }: FileKind): number {
  return settings.processingMs ?? (kind === 'image' ? 0 : usualProcessingMs);
}

/** Checks a file's type, size and number of pixels. */
function checkFile(state: MastodonState, { blob }: FormFile): FileKind {
  const software = softwareOf(state);
  const { files, invalidStatus, refusals } = software;
  if (blob.bytes > files.videos.maxBytes) {
    // The web server in front of the instance answers this.
    throw new Refusal({ status: 413, html: '<html><head><title>413 Request Entity Too Large</title></head></html>' });
  }
  const { problem, ...file } = fileKindOf(software, look(blob), blob.bytes);
  if (problem === 'type') throw new Refusal(refusals.unreadableFile());
  if (problem === 'bytes') {
    const limit = megabytes(files.pictures.maxBytes);
    refuse(invalidStatus, `Validation failed: File file size must be less than ${limit}`);
  }
  const words = { image: 'images', gifv: 'GIF files', video: 'videos', audio: 'sounds' };
  if (problem !== undefined)
    refuse(invalidStatus, `${file.width}x${file.height} ${words[file.kind]} are not supported`);
  return file;
}

function megabytes(bytes: number): string {
  return bytes < 1024 * 1024 ? `${bytes} Bytes` : `${Math.round(bytes / 1024 / 1024)} MB`;
}

function readDescription(state: MastodonState, params: Params): string | null {
  const description = params.text('description') ?? '';
  const { files, invalidStatus } = softwareOf(state);
  const maxDescription = files.maxAltText;
  if ([...description].length > maxDescription) {
    refuse(invalidStatus, `Validation failed: Description is too long (maximum is ${maxDescription} characters)`);
  }
  return description === '' ? null : description;
}

function readFocus(params: Params): Attachment['focus'] {
  const [x = Number.NaN, y = Number.NaN] = (params.text('focus') ?? '').split(',').map(Number);
  return Math.abs(x) <= 1 && Math.abs(y) <= 1 ? { x, y } : undefined;
}

function show(state: MastodonState, call: Call, session: Session): Reply {
  const attachment = requireUnattached(state, call, session);
  const status = isReady(state, attachment) ? 200 : 206;
  return { status, json: presentAttachment(state, attachment, call.base) };
}

async function change(state: MastodonState, call: Call, session: Session): Promise<Reply> {
  const attachment = requireUnattached(state, call, session);
  const form = await readForm(call);
  if (!form) throw new Refusal(badRequest());
  const params = new Params([...call.query, ...Object.entries(form.fields)]);
  if (params.text('description') !== undefined) attachment.description = readDescription(state, params);
  const focus = readFocus(params);
  if (focus) attachment.focus = focus;
  return { status: 200, json: presentAttachment(state, attachment, call.base) };
}

function remove(state: MastodonState, call: Call, { account }: Session): Reply {
  const attachment = state.media.get(call.params['id'] ?? '');
  if (!attachment || attachment.accountId !== account.id) return notFound();
  if (attachment.statusId !== undefined) refuse(422, 'Media attachment is currently used by a status');
  state.media.delete(attachment.id);
  return { status: 200, json: {} };
}

/** Finds a file of the user that no status shows. */
function requireUnattached(state: MastodonState, { params }: Call, { account }: Session): Attachment {
  const attachment = state.media.get(params['id'] ?? '');
  if (attachment && attachment.accountId === account.id && attachment.statusId === undefined) return attachment;
  throw new Refusal(notFound());
}

function serveFile(state: MastodonState, { params }: Call): Reply {
  const attachment = state.media.get(params['id'] ?? '');
  if (!attachment || !isReady(state, attachment)) return { status: 404 };
  return { status: 200, bytes: { type: attachment.type, data: attachment.blob.read() } };
}
