import { pullFile } from '../../http/pull-file.ts';
import type { Call, Reply, Route } from '../../http/route.ts';
import { StoredBytes } from '../../world/stored-bytes.ts';
import { readGraphRequest } from '../meta-graph/request.ts';
import { maxPulledBytes, takeVideo } from './containers.ts';
import { problems } from './errors.ts';
import type { Container, InstagramAccess, InstagramState } from './state.ts';

/**
 * Receiving a container's video at the upload host: its bytes, or their address.
 *
 * @see https://developers.facebook.com/docs/instagram-platform/content-publishing/resumable-uploads
 */
export function resumableRoute(state: InstagramState, access: InstagramAccess): Route {
  return {
    method: 'POST',
    path: '/ig-api-upload/:version/:id',
    operation: 'upload',
    takesStream: true,
    handle: async (call) => {
      const container = state.containers.get(call.params['id'] ?? '');
      if (!container?.upload) return failed('There is no such upload');
      access.require(readGraphRequest(call), { id: container.accountId, need: 'publish' });
      return (await receive(call, container)) ?? accepted();
    },
  };
}

async function receive(call: Call, container: Container): Promise<Reply | undefined> {
  const url = call.headers['file_url'];
  if (typeof url === 'string') {
    takeVideo(container, (await pullFile(url, { maxBytes: maxPulledBytes })) ?? problems.unfetchable(url));
    return undefined;
  }
  const size = Number(call.headers['file_size']);
  if (call.headers['offset'] !== '0' || !Number.isSafeInteger(size) || size < 1) {
    return failed('The headers offset and file_size are required');
  }
  if (call.body.kind !== 'stream') return failed('The body is missing');
  const blob = new StoredBytes();
  for await (const chunk of call.body.chunks) blob.append(chunk);
  if (blob.bytes !== size) return failed('The body is not as long as file_size says');
  takeVideo(container, blob);
  return undefined;
}

function accepted(): Reply {
  return { status: 200, json: { success: true, message: 'Upload successful. ' } };
}

function failed(message: string): Reply {
  return { status: 400, json: { debug_info: { retriable: false, type: 'ProcessingFailedError', message } } };
}
