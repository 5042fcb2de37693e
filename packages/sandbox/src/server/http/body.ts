/**
 * A request body, read to its end and decoded by its content type; `stream` for routes that take it piece by piece, whose
 * chunks end with an error where the client cuts the connection.
 */
export type RequestBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'form'; readonly fields: Readonly<Record<string, string>> }
  | { readonly kind: 'multipart'; readonly fields: Readonly<Record<string, string>>; readonly files: Files }
  | { readonly kind: 'bytes'; readonly data: Buffer }
  | { readonly kind: 'stream'; readonly chunks: AsyncIterable<Buffer> }
  | { readonly kind: 'malformed' };

/** Files of a multipart body by their part's name. */
export type Files = Readonly<Record<string, Buffer>>;
