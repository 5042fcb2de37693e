import { testScheduleLoad } from './schedule-load.ts';

testScheduleLoad({ posts: 400, accounts: 20 });
