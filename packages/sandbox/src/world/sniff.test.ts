import { expect, test } from 'vitest';
import { drawAvatar } from '../view/assets/avatar.ts';
import { sniff } from './sniff.ts';

const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108000a00140301220002110103110100', 'hex');

test.each([
  ['a PNG of our own', drawAvatar('ada'), { type: 'image/png', width: 80, height: 80 }],
  ['a GIF', Buffer.from('GIF89a\x02\x00\x03\x00\x00', 'latin1'), { type: 'image/gif', width: 2, height: 3 }],
  ['a JPEG', jpeg, { type: 'image/jpeg', width: 20, height: 10 }],
  ['a cut-off JPEG', jpeg.subarray(0, 12), { type: 'image/jpeg' }],
  ['a WebP', Buffer.from('RIFF\x00\x00\x00\x00WEBPVP8 ', 'latin1'), { type: 'image/webp' }],
  ['an MP4', Buffer.from('\x00\x00\x00\x18ftypisom', 'latin1'), { type: 'video/mp4' }],
  ['a QuickTime film', Buffer.from('\x00\x00\x00\x18ftypqt  ', 'latin1'), { type: 'video/quicktime' }],
  ['a WebM', Buffer.from('\x1aE\xdf\xa3', 'latin1'), { type: 'video/webm' }],
  ['an AVI', Buffer.from('RIFF\x00\x00\x00\x00AVI LIST', 'latin1'), { type: 'video/x-msvideo' }],
  ['an FLV', Buffer.from('FLV\x01\x05\x00\x00\x00\x09', 'latin1'), { type: 'video/x-flv' }],
  ['a WMV', Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'), { type: 'video/x-ms-wmv' }],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), undefined],
  ['nothing', Buffer.alloc(0), undefined],
])('%s is recognized by its bytes', (_name, data, sniffed) => {
  expect(sniff(data)).toEqual(sniffed);
});
