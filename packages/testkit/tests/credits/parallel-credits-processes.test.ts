import { testParallelPosts } from './parallel-posts.ts';

// On SQLite, and within a process, parallel-credits.databases.test.ts tries the same.
testParallelPosts([{ database: 'Postgres', processes: 2, posts: 60 }]);
