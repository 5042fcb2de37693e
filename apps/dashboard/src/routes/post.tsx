import { Page } from '../ui/page.tsx';

export default function PostPage({ id }: { id: string }) {
  return <Page heading="Post">{id}</Page>;
}
