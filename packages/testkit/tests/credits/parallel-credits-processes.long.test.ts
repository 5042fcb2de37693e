import { testParallelPosts } from './parallel-posts.ts';

testParallelPosts([
  { database: 'SQLite', processes: 1, posts: 100 },
  { database: 'Postgres', processes: 4, posts: 100 },
]);
