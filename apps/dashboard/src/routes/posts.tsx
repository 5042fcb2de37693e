import { Page } from '../ui/page.tsx';

export default function PostsPage() {
  return <Page heading="Posts">{null}</Page>;
}
