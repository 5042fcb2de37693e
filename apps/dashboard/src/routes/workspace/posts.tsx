import { useLocation, useSearchParams } from 'wouter';
import { StepsAhead, StepsLeft, useStepsPending } from '../../features/first-steps/steps-ahead.tsx';
import { NoMatch, NoPosts } from '../../features/posts/list/no-posts.tsx';
import { PostFilterBar } from '../../features/posts/list/post-filter-bar.tsx';
import { PostList, RowSkeleton } from '../../features/posts/list/post-list.tsx';
import { PostQuickFilters } from '../../features/posts/list/post-quick-filters.tsx';
import { TypedFilter } from '../../features/posts/list/typed-filter.tsx';
import { usePostList } from '../../features/posts/list/use-post-list.ts';
import { addressOf, ofProfile, type PostFilters, queryOf, readFilters } from '../../shared/posts/post-filters.ts';
import { useChosenProfile } from '../../shared/profiles/chosen-profile.ts';
import { ReadFailure } from '../../ui/notices/failure-notice.tsx';
import { focusHeading } from '../../ui/page/navigation.ts';
import { Page } from '../../ui/page/page.tsx';

/** The posts of the workspace that pass the filters in the address, newest first. */
export default function PostsPage() {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const filters = readFilters(search);
  const { chosen: profile, choose } = useChosenProfile();
  const show = (chosen: PostFilters) => navigate(addressOf(chosen), { replace: true });
  // A profile in the address wins over the one in the header.
  const shown = ofProfile(filters, profile?.slug);
  const clear = () => {
    choose(null);
    show({});
    focusHeading();
  };
  return (
    <Page heading="Posts">
      <TypedFilter
        id="post-search"
        type="search"
        aria-label="Search posts"
        placeholder="Search words, labels, accounts, errors and ids"
        maxLength={200}
        autoComplete="off"
        value={filters.q ?? ''}
        onChange={(q) => show(withWords(filters, q))}
      />
      <PostQuickFilters filters={filters} chosen={profile?.slug} />
      <PostFilterBar filters={filters} shownProfile={shown.profile} onChange={show} />
      <ShownPosts key={addressOf(shown)} filters={shown} onClear={clear} />
    </Page>
  );
}

function withWords({ q: _, ...others }: PostFilters, q: string): PostFilters {
  return q === '' ? others : { ...others, q };
}

function ShownPosts({ filters, onClear }: { filters: PostFilters; onClear: () => void }) {
  const { list, failure, read } = usePostList(queryOf(filters));
  const areStepsPending = useStepsPending();
  if (list.isPending || areStepsPending) return [1, 2, 3, 4, 5, 6].map((row) => <RowSkeleton key={row} height={106} />);
  const isEmpty = list.data?.every(({ ids }) => ids.length === 0);
  return (
    <>
      <ReadFailure title="The posts could not be read" query={list} />
      {isEmpty && Object.keys(filters).length > 0 ? <NoMatch onClear={onClear} /> : null}
      {isEmpty && Object.keys(filters).length === 0 ? (
        <StepsAhead>
          <NoPosts />
        </StepsAhead>
      ) : null}
      {list.data && !isEmpty ? <StepsLeft /> : null}
      {list.data && !isEmpty ? (
        <PostList name={addressOf(filters)} pages={list.data} failure={failure} read={read} />
      ) : null}
    </>
  );
}
