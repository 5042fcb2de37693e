// heic-decode has no types.
declare module 'heic-decode' {
  /** Decodes the first picture, upright, to RGBA. */
  export default function decode(file: {
    buffer: Uint8Array;
  }): Promise<{ width: number; height: number; data: Uint8ClampedArray<ArrayBuffer> }>;
}
