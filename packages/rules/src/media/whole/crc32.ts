/** Terms of a byte that no, one, two and three bytes follow, 256 of each. */
const TERMS = /* @__PURE__ */ makeTerms();

/**
 * Returns the CRC-32 of bytes. Adds four at a time, which takes a third of the time that single bytes take.
 * @param before the checksum of the bytes before them
 * @see PNG specification, annex D
 */
export function crc32(bytes: Uint8Array, before = 0): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let sum = ~before;
  let at = 0;
  for (; at + 4 <= bytes.length; at += 4) {
    sum ^= view.getInt32(at, true);
    sum =
      term(768 + (sum & 255)) ^ term(512 + ((sum >>> 8) & 255)) ^ term(256 + ((sum >>> 16) & 255)) ^ term(sum >>> 24);
  }
  for (; at < bytes.length; at += 1) sum = term((sum ^ view.getUint8(at)) & 255) ^ (sum >>> 8);
  return ~sum >>> 0;
}

function term(index: number): number {
  return TERMS[index] ?? 0;
}

function makeTerms(): Int32Array {
  const terms = new Int32Array(1024);
  for (let index = 0; index < 1024; index += 1) {
    let rest = index < 256 ? index : (terms[index - 256] ?? 0);
    for (let bit = 0; bit < 8; bit += 1) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
    terms[index] = rest;
  }
  return terms;
}
