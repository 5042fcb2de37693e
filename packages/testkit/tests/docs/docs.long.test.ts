import { OTHERS, testSteps } from './documents.ts';

testSteps(OTHERS);
