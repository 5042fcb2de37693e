import { decodeXML } from 'entities';
import type { S3Client } from './s3-client.ts';

/** An object, or an upload in parts that was not ended. */
export interface Listed {
  /** Without the prefix. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** Lists the objects below the prefix. */
export async function* listObjects(s3: S3Client): AsyncGenerator<Listed> {
  let query: Record<string, string> = { 'list-type': '2', prefix: s3.settings.prefix };
  for (;;) {
    const { text } = await s3.call({ method: 'GET', name: null, query });
    for (const entry of elements(text, 'Contents')) {
      yield { name: nameOf(s3, entry), since: Date.parse(textOf(entry, 'LastModified')) };
    }
    const token = textOf(text, 'NextContinuationToken');
    if (token === '') return;
    query = { ...query, 'continuation-token': token };
  }
}

/** Lists the uploads below the prefix that have not ended. */
export async function* listOpenUploads(s3: S3Client): AsyncGenerator<Listed & { uploadId: string }> {
  let query: Record<string, string> = { uploads: '', prefix: s3.settings.prefix };
  for (;;) {
    const { text } = await s3.call({ method: 'GET', name: null, query });
    for (const entry of elements(text, 'Upload')) {
      const since = Date.parse(textOf(entry, 'Initiated'));
      yield { name: nameOf(s3, entry), since, uploadId: textOf(entry, 'UploadId') };
    }
    if (textOf(text, 'IsTruncated') !== 'true') return;
    const after = {
      'key-marker': textOf(text, 'NextKeyMarker'),
      'upload-id-marker': textOf(text, 'NextUploadIdMarker'),
    };
    query = { ...query, ...after };
  }
}

const nameOf = (s3: S3Client, entry: string): string => textOf(entry, 'Key').slice(s3.settings.prefix.length);

function elements(text: string, tag: string): string[] {
  return [...text.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, inner = '']) => inner);
}

/** Value of the first element of this name; empty without one. */
function textOf(text: string, tag: string): string {
  return decodeXML(new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(text)?.[1] ?? '');
}
