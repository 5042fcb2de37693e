import { testDyingMigrations } from './dying-migrations.ts';

testDyingMigrations({ ofNew: 5, ofNext: 1 });
