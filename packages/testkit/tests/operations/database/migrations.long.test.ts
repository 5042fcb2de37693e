import { testDyingMigrations } from './old-databases.ts';

testDyingMigrations({ firsts: [1, 6, 11], step: 15 });
