import { useLocation, useSearchParams } from 'wouter';
import { NoMatch, NoPosts } from '../features/posts/list/no-posts.tsx';
import { PostFilterBar } from '../features/posts/list/post-filter-bar.tsx';
import { type PostFilters, queryOf, readFilters } from '../features/posts/list/post-filters.ts';
import { PostList, RowSkeleton } from '../features/posts/list/post-list.tsx';
import { addressOf, PostQuickFilters } from '../features/posts/list/post-quick-filters.tsx';
import { usePostList } from '../features/posts/list/use-post-list.ts';
import { FailureNotice, TryAgain } from '../ui/failure-notice.tsx';
import { Page } from '../ui/page.tsx';

/** Every post of the workspace, newest first, as the filters in the address show them. */
export default function PostsPage() {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const filters = readFilters(search);
  const choose = (name: keyof PostFilters, value: string) => {
    const { [name]: _, ...others } = filters;
    navigate(addressOf(value === '' ? others : { ...others, [name]: value }), { replace: true });
  };
  const clear = () => {
    navigate('/', { replace: true });
    // The button that was pressed is gone together with the filters.
    document.querySelector('h1')?.focus();
  };
  return (
    <Page heading="Posts">
      <PostQuickFilters filters={filters} />
      <PostFilterBar filters={filters} onChoose={choose} onClear={clear} />
      <ShownPosts key={addressOf(filters)} filters={filters} onClear={clear} />
    </Page>
  );
}

function ShownPosts({ filters, onClear }: { filters: PostFilters; onClear: () => void }) {
  const { list, failure, read } = usePostList(queryOf(filters));
  if (list.isPending) return [1, 2, 3, 4, 5, 6].map((row) => <RowSkeleton key={row} height={98} />);
  const isEmpty = list.data?.every(({ ids }) => ids.length === 0);
  return (
    <>
      {list.isError ? (
        <FailureNotice
          title="The posts could not be read"
          error={list.error}
          effect={list.data ? 'Nothing was changed; what is shown below may be old.' : 'Nothing was changed.'}
          actions={<TryAgain query={list} />}
        />
      ) : null}
      {isEmpty && Object.keys(filters).length > 0 ? <NoMatch onClear={onClear} /> : null}
      {isEmpty && Object.keys(filters).length === 0 ? <NoPosts /> : null}
      {list.data && !isEmpty ? (
        <PostList name={addressOf(filters)} pages={list.data} failure={failure} read={read} />
      ) : null}
    </>
  );
}
