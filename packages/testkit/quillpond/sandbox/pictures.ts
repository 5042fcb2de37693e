import type { Route } from '../../http/route.ts';
import { look } from '../../world/files/look.ts';
import { storedBytesOf } from '../../world/stored-bytes.ts';
import { problemOf } from '../check-media.ts';
import { mediaLimits } from './media-limits.ts';
import { authenticate, failure } from './session.ts';
import type { QuillpondState } from './state.ts';

/** Receives the bytes of a picture, which a note then names. */
export function pictureRoute(state: QuillpondState): Route {
  return {
    ...{ method: 'POST', path: '/v1/pictures', operation: 'upload' },
    handle: (call) => {
      const account = authenticate(state, call);
      const data = call.body.kind === 'bytes' ? call.body.data : Buffer.alloc(0);
      if (problemOf(look(storedBytesOf(data)), data.length, mediaLimits.pictures)) {
        return failure(422, 'bad_picture', 'A PNG of at most 2 MiB is expected');
      }
      const id = `pic_${state.nextId()}`;
      state.pictures.set(id, { ownerId: account.id, data });
      return { status: 201, json: { id } };
    },
  };
}
