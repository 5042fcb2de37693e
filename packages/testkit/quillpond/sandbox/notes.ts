import { isRecord, jsonFields } from '../../http/request-body.ts';
import { type Call, Refusal, type Reply, type Route } from '../../http/route.ts';
import type { Account } from '../../world/accounts.ts';
import { createMedia, type Media } from '../../world/posts.ts';
import { acceptPost } from '../../world/world.ts';
import { mediaLimits } from './media-limits.ts';
import { authenticate, failure } from './session.ts';
import type { QuillpondState } from './state.ts';

const maxCharacters = 240;

/** The account of a token, creating notes and deleting them. */
export function noteRoutes(state: QuillpondState): readonly Route[] {
  return [
    {
      ...{ method: 'GET', path: '/v1/me', operation: 'identity' },
      handle: (call) => {
        const { id, username, name } = authenticate(state, call);
        return { status: 200, json: { id, handle: username, name, picture: `${call.base}/avatars/${username}.png` } };
      },
    },
    { method: 'POST', path: '/v1/notes', operation: 'publish', handle: (call) => createNote(state, call) },
    { method: 'DELETE', path: '/v1/notes/:id', operation: 'delete', handle: (call) => deleteNote(state, call) },
  ];
}

function createNote(state: QuillpondState, call: Call): Reply {
  const account = authenticate(state, call);
  const { text, picture } = jsonFields(call.body) ?? {};
  if (typeof text !== 'string' || text === '') return failure(422, 'no_text', 'A note needs a text');
  if ([...text].length > maxCharacters) return failure(422, 'text_too_long', 'A note has at most 240 characters');
  const media = picture === undefined ? [] : [findPicture(state, picture, account)];
  const id = state.nextId();
  acceptPost(state.world, { network: 'quillpond', id, accountId: account.id, text, media });
  return { status: 201, json: { id } };
}

function findPicture(state: QuillpondState, picture: unknown, account: Account): Media {
  const { id, description = '' } = isRecord(picture) ? picture : {};
  const found = typeof id === 'string' ? state.pictures.get(id) : undefined;
  const isDescribed = typeof description === 'string' && description.length <= mediaLimits.maxAltText;
  if (found?.ownerId === account.id && isDescribed) return createMedia(found.data, 'image/png', description);
  throw new Refusal(failure(422, 'bad_picture', 'There is no such picture, or its description is too long'));
}

function deleteNote(state: QuillpondState, call: Call): Reply {
  const account = authenticate(state, call);
  const note = state.world.posts.find('quillpond', call.params['id'] ?? '');
  if (note?.accountId !== account.id || note.deletedAt !== undefined) {
    return failure(404, 'not_found', 'There is no such note');
  }
  note.deletedAt = state.world.now();
  return { status: 204 };
}
