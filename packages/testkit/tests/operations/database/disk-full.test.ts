import { testUnwritable } from './disk-full.ts';
import { WAYS } from './unwritable-disk.ts';

testUnwritable(WAYS.slice(0, 1));
