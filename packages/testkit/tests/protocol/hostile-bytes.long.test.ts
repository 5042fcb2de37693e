import { DOCUMENTS, testHostileBytes } from './hostile-bytes.ts';
import { HOSTILE } from './hostile-texts.ts';

testHostileBytes({ ...HOSTILE, ...DOCUMENTS });
