import { expect, test } from 'vitest';
import { lookAtFile, typeOfHead } from '../../src/media/look/look-at-file.ts';
import { bytes, compoundFile, zip } from './crafted-files.ts';

const office = (...names: readonly string[]) => zip('[Content_Types].xml', ...names);
const CLASS_OF = {
  word: [6, 9, 2, 0, 0, 0, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0x46],
  excel: [0x20, 8, 2, 0, 0, 0, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0x46],
};

async function look(content: Uint8Array) {
  let read = 0;
  const seen = await lookAtFile({
    bytes: content.length,
    async read(start, end) {
      read += end - start;
      return content.subarray(start, end);
    },
  });
  return { seen, read };
}

test.each([
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', office('ppt/presentation.xml')],
  [
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    office('_rels/.rels', 'word/document.xml'),
  ],
  ['application/vnd.ms-powerpoint', compoundFile('PowerPoint Document')],
  ['application/msword', compoundFile('WordDocument')],
  ['application/msword', compoundFile('PowerPoint Document', CLASS_OF.word)],
])('tells %s by its bytes', async (contentType, content) => {
  expect((await look(content)).seen).toMatchObject({ contentType, kind: 'document' });
});

test.each([
  ['an archive whose file has the name of a document within it', bytes(zip('notes.txt'), 'word/document.xml')],
  ['an archive without the list of types', zip('word/document.xml')],
  ['a spreadsheet', office('xl/workbook.xml')],
  ['a document that was cut off', office('word/document.xml').subarray(0, 90)],
  ['a spreadsheet with a document in it', compoundFile('WordDocument', CLASS_OF.excel)],
  ['an old file of another program', compoundFile('VisioDocument')],
])('takes %s for no document', async (_, content) => {
  expect((await look(content)).seen).toBeNull();
  expect(typeOfHead(content)?.kind).toBe('document');
});

test('says whether the end of a PDF is there', async () => {
  expect((await look(bytes('%PDF-1.7\n', 'x'.repeat(90_000), '\n%%EOF\n'))).seen).toMatchObject({ isWhole: true });
  expect((await look(bytes('%PDF-1.7\n%%EOF', 'x'.repeat(90_000)))).seen).toMatchObject({ isWhole: false });
});

test('reads little of a large document', async () => {
  const { seen, read } = await look(
    office('word/document.xml', ...Array.from({ length: 3_000 }, (_, at) => `word/media/${at}.png`)),
  );
  expect(seen?.contentType).toContain('wordprocessingml');
  expect(read).toBeLessThan(100_000);
});
