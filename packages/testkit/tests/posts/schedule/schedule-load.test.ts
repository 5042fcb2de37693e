import { testScheduleLoad } from './schedule-load.ts';

testScheduleLoad({ posts: 100, accounts: 10 });
