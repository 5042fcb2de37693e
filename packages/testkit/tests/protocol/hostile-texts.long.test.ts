import { HOSTILE, testHostileTexts } from './hostile-texts.ts';

testHostileTexts(Object.keys(HOSTILE));
