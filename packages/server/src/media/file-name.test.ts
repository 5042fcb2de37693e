import { expect, test } from 'vitest';
import { cleanFileName, fileNameAt, nameOfType, renamed } from './file-name.ts';

test.each([
  ['holiday.jpg', 'holiday.jpg'],
  ['  Unser  Stand (2).jpg ', 'Unser Stand (2).jpg'],
  ['C:\\fakepath\\holiday.jpg', 'holiday.jpg'],
  ['../../etc/passwd', 'passwd'],
  ['写真\u202egpj.exe', '写真gpj.exe'],
  ['a\r\nb".png', 'ab".png'],
  [`${'x'.repeat(150)}.jpeg`, `${'x'.repeat(95)}.jpeg`],
  ['Cafe\u0301.png', 'Café.png'],
])('keeps %j as %j', (given, name) => {
  expect(cleanFileName(given)).toBe(name);
});

test.each(['', ' ', '.', '..', 'folder/', '\u200b'])('takes nothing from %j', (given) => {
  expect(cleanFileName(given)).toBeNull();
});

test('reads the name of an address from the last part of its path', () => {
  expect(fileNameAt('https://example.com/a/Our%20stand.jpg?size=2#x')).toBe('Our stand.jpg');
  expect(fileNameAt('https://example.com/a/%2e%2e%2fb.jpg')).toBe('b.jpg');
  expect(fileNameAt('https://example.com/100%.jpg')).toBe('100%.jpg');
  expect(fileNameAt('https://example.com/')).toBeNull();
});

test('names a file without a name by its type, and one that was converted by its new type', () => {
  expect(nameOfType({ kind: 'image', contentType: 'image/png' })).toBe('image.png');
  expect(renamed('Our stand.webp', 'image/jpeg')).toBe('Our stand.jpg');
  expect(renamed('stand', 'image/jpeg')).toBe('stand.jpg');
});
