/**
 * Creates a `fetch` for the upload of one file that reports how many bytes were sent, as the browser's `fetch` does not.
 * It sends the file in place of the request's body, so that the file is not copied into memory.
 */
export function createUploadFetch(
  file: Blob,
  onProgress: (sentBytes: number) => void,
): (request: Request) => Promise<Response> {
  return (request) =>
    new Promise((resolve, reject) => {
      const { method, url, headers, signal } = request;
      const transfer = new XMLHttpRequest();
      transfer.open(method, url);
      transfer.responseType = 'text';
      for (const [name, value] of headers) transfer.setRequestHeader(name, value);
      transfer.upload.onprogress = ({ loaded }) => onProgress(loaded);
      transfer.onload = () => resolve(responseOf(transfer));
      transfer.onerror = () => reject(new TypeError('The connection broke'));
      transfer.onabort = () => reject(signal.reason);
      signal.addEventListener('abort', () => transfer.abort(), { once: true });
      if (signal.aborted) reject(signal.reason);
      else transfer.send(file);
    });
}

function responseOf(transfer: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of transfer.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return new Response(transfer.responseText, { status: transfer.status, statusText: transfer.statusText, headers });
}
