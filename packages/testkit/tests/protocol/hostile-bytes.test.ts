import { DOCUMENTS, testHostileBytes } from './hostile-bytes.ts';

// One document of each kind: HTML, XML, JSON, a file.
const SHORT = ['elements that are closed in another order', 'brackets in CDATA', 'many keys', 'blocks of one byte'];
testHostileBytes(Object.fromEntries(Object.entries(DOCUMENTS).filter(([name]) => SHORT.includes(name))));
